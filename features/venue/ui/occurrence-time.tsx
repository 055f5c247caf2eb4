import type { Occurrence } from '#features/venue/contract.ts'
import { cityOf, momentIn } from './moments.ts'
import { useVisitorZone } from './visitor-clock.ts'

/** When an event begins: on the visitor's own clock, and beside it on the one it is announced by. Until script knows the visitor, on that one and UTC. */
export function OccurrenceTime({ occurrence: { startsAt, timeZone } }: { occurrence: Occurrence }) {
  const own = useVisitorZone()
  const [first, second] = own ? [own, own === timeZone ? 'UTC' : timeZone] : [timeZone, 'UTC']
  return (
    <span className="figures flex flex-col text-small">
      <time dateTime={startsAt} className="text-sand">
        {momentIn(first, startsAt)}
        {own ? <span className="sr-only"> on your clock</span> : null}
      </time>
      <span className="text-dust">
        {momentIn(second, startsAt)}
        {second === 'UTC' ? '' : `, ${cityOf(second)}`}
      </span>
    </span>
  )
}
