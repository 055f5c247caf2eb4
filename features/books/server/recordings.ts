import { join } from 'node:path'
import type { StoredOriginal } from '#platform/feature.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import { type Book, type BooksService, isStoredRecording, narrationPath } from '#features/books/contract.ts'

/** Location of a recording: a file on this machine, or a storage key. */
export type RecordingLocation = { path: string } | { key: string }

/** A recording with its address on the site; `paidBookId` is set for paid books. */
export type Recording = RecordingLocation & { address: string; paidBookId?: string | undefined }

/**
 * Finds a recording of a book, a chapter or the preview, by its address on the site. Books removed from the library
 * are found as paid books.
 */
export function findBookRecording(
  books: Pick<BooksService, 'find' | 'findUnlisted'>,
  contentDir: string,
): (address: string) => Recording | undefined {
  return (address) => {
    const [, id = '', file = ''] = /^\/media\/books\/([a-z0-9-]{1,80})\/([a-z0-9-]{1,80}\.mp3)$/.exec(address) ?? []
    const book = books.find(id) ?? asPaid(books.findUnlisted(id))
    if (!book || !narrationFiles(book).includes(file) || narrationPath(id, file) !== address) return undefined
    return { address, ...recordingLocation(contentDir, id, file), paidBookId: book.isFree ? undefined : id }
  }
}

/** Finds an uploaded recording by its address, even if only a draft names it. */
export function findDraftRecording(address: string): RecordingLocation | undefined {
  const [, id = '', file = ''] = /^\/media\/books\/([a-z0-9-]{1,80})\/([a-z0-9-]{1,80}\.mp3)$/.exec(address) ?? []
  return isStoredRecording(file) ? { key: storedRecordingKey(id, file) } : undefined
}

/** Books outside the library are never free. */
const asPaid = (book: Book | undefined): Book | undefined => book && { ...book, isFree: false }

/** Returns the files of a book's narration that its catalogue entry names. */
export function narrationFiles(book: Book): string[] {
  return [book.audioPreview?.file ?? '', ...book.audioChapters.map((chapter) => chapter.file)].filter(Boolean)
}

/** Returns the location of a file of a book's narration. */
export function recordingLocation(contentDir: string, bookId: string, file: string): RecordingLocation {
  if (isStoredRecording(file)) return { key: storedRecordingKey(bookId, file) }
  return { path: join(contentDir, 'books', bookId, 'narration', file) }
}

/** Returns the storage key of an uploaded chapter. */
export const storedRecordingKey = (bookId: string, file: string) => `books/${bookId}/narration/${file}`

/** Returns the storage key of a recording's analysis, a RecordingAnalysis as JSON. */
export const storedAnalysisKey = (bookId: string, file: string) =>
  storedRecordingKey(bookId, file).replace(/\.mp3$/, '.json')

/** Lists the uploaded recordings and covers of a book, which cannot be recreated. */
export function storedOriginalsOf(book: Book | undefined): StoredOriginal[] {
  if (!book) return []
  const cover = /^\/media\/(books\/[a-z0-9-]+\/cover-[0-9a-f]{16}-\d+\.webp)$/.exec(book.coverImage)?.[1]
  const recordings = narrationFiles(book).filter(isStoredRecording)
  const keys = [...recordings.map((file) => storedRecordingKey(book.id, file)), ...(cover ? [cover] : [])]
  return keys.map((key) => ({ key, title: `A file of ${quoteTitle(book.title)}`, href: `/admin/books/${book.id}` }))
}
