import { z } from 'zod'
import { gestures, type GuestMessage } from './hall-rules.ts'

/** Maximum size of a message of a guest, in bytes. */
export const maxMessageBytes = 512

const coordinate = z.number().int().min(-100_000).max(100_000)
const spot = { x: coordinate, z: coordinate, heading: coordinate }

/** Schema of every message a guest may send; unknown fields are refused. */
export const guestMessageSchema: z.ZodType<GuestMessage> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('enter'),
    session: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/),
    spot: z.strictObject(spot).optional(),
  }),
  z.strictObject({ type: z.literal('move'), ...spot }),
  z.strictObject({ type: z.literal('gesture'), gesture: z.enum(gestures) }),
  z.strictObject({ type: z.literal('ping'), sentMs: z.number().min(0).max(1e15) }),
])

/**
 * Parses a message of a guest.
 *
 * @returns undefined for anything else: broken JSON, unknown types, wrong values, too many bytes.
 */
export function readGuestMessage(text: string): GuestMessage | undefined {
  if (text.length > maxMessageBytes) return undefined
  try {
    return guestMessageSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
