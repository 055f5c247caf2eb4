import { join } from 'node:path'
import { type Book, type BooksService, isStoredRecording, narrationPath } from '#features/books/contract.ts'

/** Where a recording lies: a file on this machine, or a key in storage. */
export type RecordingPlace = { path: string } | { key: string }

/** A recording with its address on the site; `paidBookId` stands at those of paid books. */
export type Recording = RecordingPlace & { address: string; paidBookId?: string | undefined }

/**
 * Finds a recording of a book, a chapter or the preview, by its address on the site. What is not in the library any
 * more is found too: it is as paid as ever.
 */
export function findBookRecording(
  books: Pick<BooksService, 'find' | 'findUnlisted'>,
  contentDir: string,
): (address: string) => Recording | undefined {
  return (address) => {
    const [, id = '', file = ''] = /^\/media\/books\/([a-z0-9-]{1,80})\/([a-z0-9-]{1,80}\.mp3)$/.exec(address) ?? []
    const book = books.find(id) ?? unfree(books.findUnlisted(id))
    if (!book || !narrationFiles(book).includes(file) || narrationPath(id, file) !== address) return undefined
    return { address, ...recordingPlace(contentDir, id, file), paidBookId: book.isFree ? undefined : id }
  }
}

/** Out of the library nothing is free any more. */
const unfree = (book: Book | undefined): Book | undefined => book && { ...book, isFree: false }

/** The files of a book's narration that its catalogue entry names. */
export function narrationFiles(book: Book): string[] {
  return [book.audioPreview?.file ?? '', ...book.audioChapters.map((chapter) => chapter.file)].filter(Boolean)
}

/** Where a file of a book's narration lies. */
export function recordingPlace(contentDir: string, bookId: string, file: string): RecordingPlace {
  if (isStoredRecording(file)) return { key: storedRecordingKey(bookId, file) }
  return { path: join(contentDir, 'books', bookId, 'narration', file) }
}

/** Where a chapter that was uploaded lies in storage. */
export const storedRecordingKey = (bookId: string, file: string) => `books/${bookId}/narration/${file}`

/** What was heard of it when it was uploaded, beside it: a RecordingAnalysis as JSON. */
export const storedAnalysisKey = (bookId: string, file: string) =>
  storedRecordingKey(bookId, file).replace(/\.mp3$/, '.json')
