import type { Occurrence } from '#features/venue/contract.ts'
import { cityOf, momentIn } from './moments.ts'
import { useVisitorZone } from './visitor-clock.ts'

/** When an event begins: on the visitor's own clock, and beside it on the one it is announced by. Until script knows the visitor, on that one and UTC. */
export function OccurrenceTime({ occurrence: { startsAt, timeZone } }: { occurrence: Occurrence }) {
  const own = useVisitorZone()
  const [first, second] = own ? [own, own === timeZone ? 'UTC' : timeZone] : [timeZone, 'UTC']
  return (
    // On a narrow screen the city takes a line of its own, which is kept free for it: script may come while this is read.
    <span className="figures flex flex-col text-small max-[30rem]:min-h-[3lh]">
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
