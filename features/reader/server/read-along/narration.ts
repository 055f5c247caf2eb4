import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isContentError, refuseContent } from '#platform/content-files.ts'
import type { NarratedChapter } from './place-paragraphs.ts'

const narrationSchema = z.object({
  paragraphs: z
    .array(z.object({ startSeconds: z.number().min(0), endSeconds: z.number().min(0), text: z.string() }))
    .refine(
      (all) => all.every(({ startSeconds }, index) => index === 0 || startSeconds >= all[index - 1]!.startSeconds),
      {
        message: 'must be in playback order',
      },
    ),
})

type Narrated = { id: string; audioChapters: readonly { file: string; firstPage?: number | undefined }[] }

/**
 * Creates a function that returns the narrations of a book's current recordings: the same array until its chapters
 * change.
 *
 * @param books Books whose files are read at the start.
 * @throws ContentError naming every invalid file.
 */
export function createNarrations(
  contentDir: string,
  books: readonly Narrated[],
  findBook: (id: string) => Narrated | undefined,
): (bookId: string) => readonly NarratedChapter[] {
  const known = new Map<string, { of: string; chapters: readonly NarratedChapter[] }>()
  const read = (book: Narrated) => {
    const of = JSON.stringify(book.audioChapters.map(({ file, firstPage }) => [file, firstPage]))
    const before = known.get(book.id)
    if (before?.of === of) return before.chapters
    const chapters = loadNarration(contentDir, book)
    known.set(book.id, { of, chapters })
    return chapters
  }
  books.forEach(read)
  return (bookId) => {
    const book = findBook(bookId)
    try {
      return book ? read(book) : []
    } catch (error) {
      // The file was damaged after startup: the recordings play, but the pages do not follow them.
      if (isContentError(error)) return []
      throw error
    }
  }
}

/**
 * Loads the timed text of a book's recordings: `narration/01.json` beside `01.mp3`. Without it, the pages follow a
 * recording by the page map, or not at all.
 */
export function loadNarration(contentDir: string, book: Narrated): NarratedChapter[] {
  const problems: string[] = []
  const chapters = book.audioChapters.flatMap(({ file, firstPage }): NarratedChapter[] => {
    const name = `books/${book.id}/narration/${file.replace(/\.mp3$/, '.json')}`
    const path = join(contentDir, name)
    if (!file) return []
    if (!existsSync(path)) return firstPage === undefined ? [] : [{ file, firstPage, paragraphs: [] }]
    try {
      return [{ file, firstPage, ...narrationSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) }]
    } catch (error) {
      problems.push(`content/${name}: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`)
      return []
    }
  })
  refuseContent(problems)
  return chapters
}
