import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Book } from '#features/books/contract.ts'

/** A narrated chapter as an episode; episodes count from 1. */
export type Episode = { number: number; title: string; file: string; durationSeconds: number | undefined }

/** A narrated paragraph with its time in the recording, in seconds. */
export type SpokenText = { startSeconds: number; endSeconds: number; text: string }

const narrationSchema = z.object({
  paragraphs: z.array(z.object({ startSeconds: z.number(), endSeconds: z.number(), text: z.string() })),
})

/** Returns the recorded chapters of a free book as episodes; none for any other book. */
export function episodesOf(book: Book | undefined): Episode[] {
  if (!book?.isFree) return []
  return book.audioChapters
    .filter(({ file }) => file !== '')
    .map(({ title, file, durationSeconds }, index) => ({ number: index + 1, title, file, durationSeconds }))
}

/** Reads the timed text of a recording in the content folder; undefined when there is none or it is damaged. */
export async function readSpokenText(contentDir: string, bookId: string, file: string) {
  const path = join(contentDir, 'books', bookId, 'narration', file.replace(/\.mp3$/, '.json'))
  try {
    return narrationSchema.parse(JSON.parse(await readFile(path, 'utf8'))).paragraphs as SpokenText[]
  } catch {
    return undefined
  }
}

/**
 * Returns the chapter marks of an episode in the format of the podcast namespace: its headings, which are the short
 * paragraphs that do not end like a sentence.
 *
 * @see https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md
 */
export function listSections({ title }: Episode, spoken: readonly SpokenText[]): object {
  const headings = spoken.filter(({ text }, index) => index > 0 && /^[\p{Lu}\p{N}][^·]{1,58}[\p{L}\p{N})]$/u.test(text))
  return {
    version: '1.2.0',
    title,
    chapters: [
      { startTime: 0, title },
      ...headings.map(({ startSeconds, text }) => ({ startTime: Math.round(startSeconds * 1000) / 1000, title: text })),
    ],
  }
}

/** Maximum length of one caption, in characters: two lines on a phone. */
const maxCaption = 84

/**
 * Returns a transcript as WebVTT. A long paragraph becomes several captions, whose durations are proportional to their
 * lengths.
 *
 * @see https://www.w3.org/TR/webvtt1/
 */
export function webVtt(spoken: readonly SpokenText[]): string {
  const cues = spoken.flatMap(({ startSeconds, endSeconds, text }) => {
    const captions = captionsOf(text)
    const total = captions.reduce((sum, caption) => sum + caption.length, 0)
    let before = 0
    return captions.map((caption) => {
      const at = (characters: number) => startSeconds + ((endSeconds - startSeconds) * characters) / total
      const cue = `${timestamp(at(before))} --> ${timestamp(at(before + caption.length))}\n${escaped(caption)}`
      before += caption.length
      return cue
    })
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

function captionsOf(text: string): string[] {
  const captions: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = captions.at(-1)
    if (last !== undefined && last.length + word.length < maxCaption) captions[captions.length - 1] = `${last} ${word}`
    else captions.push(word)
  }
  return captions
}

function timestamp(seconds: number): string {
  // Formats the seconds as a time of day, which works because a recording is shorter than a day.
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
