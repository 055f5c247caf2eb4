import { z } from 'zod'
import { voiceSignalSchema } from '#features/venue/hall/hall-messages.ts'
import type { VoiceNews } from './voice-floor.ts'

const id = z.string().min(1).max(24)
const number = z.number().finite()

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('voices'),
    process: z.string().min(1).max(40),
    set: z.array(z.tuple([id, number, number])),
    gone: z.array(id),
  }),
  z.object({ type: z.literal('signal'), from: id, to: id, signal: voiceSignalSchema }),
  z.object({ type: z.literal('silenced'), id, untilMs: number }),
])

/** A message between processes: the guests in the voice chat, a message for a guest elsewhere, or a silenced guest. */
export type VoiceNotice = z.infer<typeof messageSchema>

/** Maximum number of records in one message, so that it stays below the 8,000 bytes of a notification of PostgreSQL. */
const maxRecords = 120

/** Encodes a message for a notification. */
export function encodeNotice(notice: VoiceNotice): string {
  return JSON.stringify(notice)
}

/**
 * Encodes the guests in the voice chat.
 *
 * @returns One or more messages, each short enough for a notification; none without updates.
 */
export function encodeVoiceNews(process: string, { set, gone }: VoiceNews): string[] {
  const messages: string[] = []
  for (let from = 0; from < Math.max(set.length, gone.length); from += maxRecords) {
    const part = { set: set.slice(from, from + maxRecords), gone: gone.slice(from, from + maxRecords) }
    messages.push(encodeNotice({ type: 'voices', process, ...part }))
  }
  return messages
}

/** Decodes a message of another process; undefined for anything else, such as a message of another release. */
export function decodeNotice(message: string): VoiceNotice | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(message)).data
  } catch {
    return undefined
  }
}
