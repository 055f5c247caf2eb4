import type { Clock } from '#platform/clock.ts'
import { eventAt } from './hall/stage-program.ts'
import type { VenueService } from '#features/venue/contract.ts'

const pollMs = 30_000

/**
 * Polls the schedule and reports when doors open, and when an event starts or ends, because cached pages still show the
 * previous state.
 *
 * @returns Function that stops polling.
 */
export function pollSchedule({
  venue,
  clock,
  onChange,
}: {
  venue: VenueService
  clock: Clock
  onChange: () => void
}): () => void {
  const comingKeys = () => {
    const { coming } = venue.schedule(clock.now())
    const open = eventAt(coming, clock.now().getTime())
    return [open?.state, ...coming.map(({ key }) => key)].join()
  }
  let coming = comingKeys()
  const timer = setInterval(() => {
    const now = comingKeys()
    if (now === coming) return
    coming = now
    onChange()
  }, pollMs).unref()
  return () => clearInterval(timer)
}
