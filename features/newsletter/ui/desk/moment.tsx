/** A moment at the desk, to the minute, in UTC: the same for everybody who reads it. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="figures text-[0.8125rem] whitespace-nowrap">
      {at.slice(0, 16).replace('T', ' ')} UTC
    </time>
  )
}
