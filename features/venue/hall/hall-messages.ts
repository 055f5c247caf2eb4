import { z } from 'zod'
import { gestures, type GuestMessage } from './hall-rules.ts'
import { maxSdpLength } from './voice-rules.ts'

/** Maximum size of a message of a guest, in bytes. */
export const maxMessageBytes = 512

/**
 * Maximum size of a message that connects two browsers, in bytes; it must fit into one notification to other processes.
 */
export const maxSignalBytes = 6_144

const coordinate = z.number().int().min(-100_000).max(100_000)
const spot = { x: coordinate, z: coordinate, heading: coordinate }
const guestId = z.string().regex(/^[A-Za-z0-9_-]{1,24}$/)

/** Only audio: another kind of media line would open a camera or a data channel between strangers. */
const isAudioOnly = (sdp: string) => sdp.match(/^m=/gm)?.length === 1 && /^m=audio /m.test(sdp)
const sdp = z
  .string()
  .max(maxSdpLength)
  .regex(/^v=0\r?\n[\x20-\x7e\r\n]*$/)
  .refine(isAudioOnly)

/** Schema of the messages that connect two browsers. */
export const voiceSignalSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['offer', 'answer']), sdp }),
  z.strictObject({ kind: z.literal('candidate'), candidate: z.string().regex(/^candidate:[\x20-\x7e]{1,300}$/) }),
])

/** Schema of every message that a guest may send; unknown fields are rejected. */
export const guestMessageSchema: z.ZodType<GuestMessage> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('enter'),
    session: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/),
    spot: z.strictObject(spot).optional(),
  }),
  z.strictObject({ type: z.literal('move'), ...spot }),
  z.strictObject({ type: z.literal('gesture'), gesture: z.enum(gestures) }),
  z.strictObject({ type: z.literal('ping'), sentMs: z.number().min(0).max(1e15) }),
  z.strictObject({ type: z.enum(['voice', 'talk']), isOn: z.boolean() }),
  z.strictObject({ type: z.literal('signal'), to: guestId, signal: voiceSignalSchema }),
  z.strictObject({ type: z.literal('report'), id: guestId }),
])

/** Returns whether a message exceeds the maximum size of its kind. */
export function isTooLarge(text: string): boolean {
  return text.length > (/"type"\s*:\s*"signal"/.test(text) ? maxSignalBytes : maxMessageBytes)
}

/**
 * Parses a message of a guest.
 *
 * @returns undefined for anything else: broken JSON, unknown types, wrong values, too many bytes.
 */
export function readGuestMessage(text: string): GuestMessage | undefined {
  if (isTooLarge(text)) return undefined
  try {
    const message = guestMessageSchema.safeParse(JSON.parse(text)).data
    return message?.type === 'signal' || text.length <= maxMessageBytes ? message : undefined
  } catch {
    return undefined
  }
}
