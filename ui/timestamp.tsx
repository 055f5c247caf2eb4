import { formatTimestamp } from '#shared/timestamp.ts'

/**
 * Timestamp in UTC, the same on server and browser.
 *
 * @param at ISO 8601, in UTC.
 * @param precision Shown to the minute or to the second.
 */
export function Timestamp({ at, precision }: { at: string; precision?: 'minute' | 'second' }) {
  return (
    <time dateTime={at} className="figures text-[0.8125rem] whitespace-nowrap">
      {formatTimestamp(at, precision)}
    </time>
  )
}
