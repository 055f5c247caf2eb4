/** A moment of an edit, to the minute, in UTC: the same for everybody who reads it, and the same on server and browser. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="figures text-small">
      {at.slice(0, 16).replace('T', ' ')} UTC
    </time>
  )
}
