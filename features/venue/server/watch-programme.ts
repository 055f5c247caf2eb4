import type { Clock } from '#platform/clock.ts'
import type { VenueService } from '#features/venue/contract.ts'

const betweenLooksMs = 30_000

/**
 * Tells when the programme has moved on: something in it is over. Pages that were made before tell it as yet to come.
 *
 * @returns Ends the watching.
 */
export function watchProgramme({
  venue,
  clock,
  onTurn,
}: {
  venue: VenueService
  clock: Clock
  onTurn: () => void
}): () => void {
  const comingKeys = () =>
    venue
      .programme(clock.now())
      .coming.map(({ key }) => key)
      .join()
  let coming = comingKeys()
  const timer = setInterval(() => {
    const now = comingKeys()
    if (now === coming) return
    coming = now
    onTurn()
  }, betweenLooksMs).unref()
  return () => clearInterval(timer)
}
