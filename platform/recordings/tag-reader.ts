import { createReusableThread } from '#platform/threads/reusable-thread.ts'
import { cutText } from '#shared/cut-text.ts'

/** Tags of a recording, cleaned; empty or undefined where there are none. */
export type RecordingTags = {
  title: string
  artist: string
  album: string
  genre: string
  year: number | undefined
  /** Beats per minute, a whole number. */
  bpm: number | undefined
  /** Bytes of the cover, not validated. */
  image: Uint8Array | undefined
}

/** Tags as read by the thread. */
export type RawTags = { [Name in keyof RecordingTags]?: RecordingTags[Name] | undefined }

/** Reads the tags of an MP3 in a thread. Unreadable tags count as missing; it never rejects because of them. */
export type ReadTags = (path: string) => Promise<RecordingTags>

// When run from the sources, this file is beside the worker's; in the server bundle both are entries of one folder.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './tag-worker.ts' : './tag-worker.js', import.meta.url)

/** Tags of eight megabytes are read in a fraction of a second; more time indicates a fault. */
const threadLimits = { cpuMs: 4_000, timeoutMs: 30_000, heapMegabytes: 128 }

const maxLength = 160

/** Creates the reader of tags: ID3v1, ID3v2 and APEv2, one file after the other. */
export function createTagReader(): ReadTags {
  const read = createReusableThread<string, RawTags>(workerFile, threadLimits, { maxWaiting: 120 })
  return async (path) => {
    const outcome = await read(path)
    return cleanTags(outcome.ok ? outcome.result : {})
  }
}

/** Returns tags without control characters that could break a line or hide its end, and without implausible numbers. */
export function cleanTags({ title, artist, album, genre, year, bpm, image }: RawTags): RecordingTags {
  const within = (value: number | undefined, min: number, max: number) =>
    value !== undefined && value >= min && value <= max ? Math.round(value) : undefined
  return {
    title: cleanTag(title),
    artist: cleanTag(artist),
    album: cleanTag(album),
    genre: cleanTag(genre),
    year: within(year, 1860, 2200),
    bpm: within(bpm, 20, 400),
    image,
  }
}

/** Returns one line of text in composed form, at most 160 characters. */
export function cleanTag(text: string | undefined): string {
  const plain = (text ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029\ufffd]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return cutText(plain, maxLength)
}
