import type { Clock } from '#platform/clock.ts'
import type { RoomCheck } from '#features/venue/contract.ts'

/** Lifetime of a cached result: rooms rarely change, and many visitors may enter at once. */
const cacheMs = 60_000

/**
 * Creates a cached check whether a room can be embedded. Browsers cannot distinguish a refused frame from a loaded one.
 *
 * @param look Checks an address; never rejects.
 */
export function createRoomCheck({
  fetchCheck,
  clock,
}: {
  fetchCheck: (address: string) => Promise<RoomCheck>
  clock: Clock
}) {
  let last: { address: string; at: number; answer: Promise<RoomCheck> } | undefined
  return (address: string): Promise<RoomCheck> => {
    const now = clock.now().getTime()
    if (last?.address !== address || now - last.at >= cacheMs) last = { address, at: now, answer: fetchCheck(address) }
    return last.answer
  }
}
