import type { Clock } from '#platform/clock.ts'
import type { RoomLook } from '#features/venue/contract.ts'

/** How long an answer stands: rooms seldom move, and many may enter at once. */
const standsMs = 60_000

/**
 * Whether the room would show itself in a page of ours. A browser cannot tell a frame that was refused from one that
 * came.
 *
 * @param look Asks an address once; never rejects.
 */
export function createRoomLook({ look, clock }: { look: (address: string) => Promise<RoomLook>; clock: Clock }) {
  let last: { address: string; at: number; answer: Promise<RoomLook> } | undefined
  return (address: string): Promise<RoomLook> => {
    const now = clock.now().getTime()
    if (last?.address !== address || now - last.at >= standsMs) last = { address, at: now, answer: look(address) }
    return last.answer
  }
}
