import type { Clock } from '#platform/clock.ts'
import type { VenueService } from '#features/venue/contract.ts'

const pollMs = 30_000

/**
 * Tells when the schedule has moved on: something in it is over. Pages that were made before tell it as yet to come.
 *
 * @returns Ends the watching.
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
