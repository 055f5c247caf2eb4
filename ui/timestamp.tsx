import { formatTimestamp } from '#shared/timestamp.ts'

/**
 * A timestamp in UTC: the same for everybody who reads it, on the server and in the browser.
 *
 * @param at ISO 8601, in UTC.
 * @param precision Written to the minute, or to the second.
 */
export function Timestamp({ at, precision }: { at: string; precision?: 'minute' | 'second' }) {
  return (
    <time dateTime={at} className="figures text-[0.8125rem] whitespace-nowrap">
      {formatTimestamp(at, precision)}
    </time>
  )
}
