import { z } from 'zod'
import { gestures } from '#features/venue/hall/hall-rules.ts'

const id = z.string().min(1).max(24)
const number = z.number().finite()

/** Schema of the updates of one process about its guests; the first list has complete records. */
const newsSchema = z.object({
  guests: z.array(z.tuple([id, z.string().max(60), number, number, number, number, number])),
  moved: z.array(z.tuple([id, number, number, number])),
  gestures: z.array(z.tuple([id, z.enum(gestures)])),
  went: z.array(id),
})

/** Updates of one process about its guests: `[id, name, hall, enteredMs, x, z, heading]`, and changes by id. */
export type HallNews = z.infer<typeof newsSchema>

const messageSchema = newsSchema.extend({ process: z.string().min(1).max(40) })

/** Maximum length of a notification; PostgreSQL rejects 8,000 bytes. Names and ids are ASCII. */
const maxLength = 7_000

/**
 * Encodes the updates of a process for notifications.
 *
 * @returns One or more messages, each short enough for a notification of PostgreSQL; none without updates.
 */
export function encodeNews(process: string, news: HallNews): string[] {
  const messages: string[] = []
  let part = emptyPart()
  let length = 0
  const flush = () => {
    if (length > 0) messages.push(JSON.stringify({ process, ...part }))
    part = emptyPart()
    length = 0
  }
  for (const kind of ['guests', 'moved', 'gestures', 'went'] as const) {
    for (const item of news[kind]) {
      const size = JSON.stringify(item).length + 1
      if (length + size > maxLength - 200) flush()
      ;(part[kind] as unknown[]).push(item)
      length += size
    }
  }
  flush()
  return messages
}

/** Decodes a message of {@link encodeNews}; undefined for anything else, such as a message of another release. */
export function decodeNews(message: string): (HallNews & { process: string }) | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(message)).data
  } catch {
    return undefined
  }
}

function emptyPart(): HallNews {
  return { guests: [], moved: [], gestures: [], went: [] }
}
