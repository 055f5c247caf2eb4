import type { Clock } from '#platform/clock.ts'
import type { RoomCheck } from '#features/venue/contract.ts'

/** How long an answer stands: rooms seldom move, and many may enter at once. */
const cacheMs = 60_000

/**
 * Whether the room would show itself in a page of ours. A browser cannot tell a frame that was refused from one that
 * came.
 *
 * @param look Asks an address once; never rejects.
 */
export function createRoomCheck({ look, clock }: { look: (address: string) => Promise<RoomCheck>; clock: Clock }) {
  let last: { address: string; at: number; answer: Promise<RoomCheck> } | undefined
  return (address: string): Promise<RoomCheck> => {
    const now = clock.now().getTime()
    if (last?.address !== address || now - last.at >= cacheMs) last = { address, at: now, answer: look(address) }
    return last.answer
  }
}
