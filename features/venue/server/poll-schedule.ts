import type { Clock } from '#platform/clock.ts'
import type { VenueService } from '#features/venue/contract.ts'

const pollMs = 30_000

/**
 * Polls the schedule and reports when an event has ended, because cached pages still list it as upcoming.
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
  const comingKeys = () =>
    venue
      .schedule(clock.now())
      .coming.map(({ key }) => key)
      .join()
  let coming = comingKeys()
  const timer = setInterval(() => {
    const now = comingKeys()
    if (now === coming) return
    coming = now
    onChange()
  }, pollMs).unref()
  return () => clearInterval(timer)
}
