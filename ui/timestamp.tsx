/**
 * A timestamp to the minute in UTC: the same for everybody who reads it, on the server and in the browser.
 *
 * @param at ISO 8601, in UTC.
 */
export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className="figures text-[0.8125rem] whitespace-nowrap">
      {at.slice(0, 16).replace('T', ' ')} UTC
    </time>
  )
}
