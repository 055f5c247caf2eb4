import { join } from 'node:path'
import type { Clock } from '#platform/clock.ts'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { createRecordingAnalyser } from '#platform/recordings/recording-analyser.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { isAppError } from '#shared/errors.ts'
import { mostNarrationBytes } from '#features/books/contract.ts'
import type { BooksCatalogue } from '#features/books/server/catalogue.ts'
import { createBooksDesk } from '#features/books/server/desk/books-desk.ts'
import type { DeskLog } from '#features/owner/contract.ts'
import { defaultLimits } from '#platform/recordings/analysis.ts'
import type { Reader } from '#features/reader/server/reader.ts'

/** Small enough for a strip of pages, and made when a PDF is checked anyway. */
const smallWidth = 204

/** Opens the owner's work on the library; the reader learns of every change. */
export function openBooksDesk(parts: {
  books: BooksCatalogue
  edits: ContentEdits
  reader: Pick<Reader, 'prepare' | 'editions' | 'pages' | 'noticeBooks'>
  readRecording: ReadRecording
  storage: Storage
  deskLog: DeskLog
  clock: Clock
  dataDir: string
}) {
  const { reader, edits, dataDir } = parts
  edits.onChange(() => reader.noticeBooks())
  const find = async (bookId: string, edition: string) =>
    (edition === '' ? reader.editions.current(bookId) : reader.editions.get(bookId, edition)).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'not-found') return undefined
      throw error
    })
  return createBooksDesk({
    ...parts,
    pdfs: {
      prepare: reader.prepare,
      find,
      page: async (bookId, name, page) => {
        const edition = await reader.editions.get(bookId, name)
        return reader.pages.image(edition, Math.min(page, edition.pageCount), smallWidth)
      },
    },
    // A whole chapter may be long; its analysis is kept beside it, so this folder only spares a second upload of the same.
    analyseRecording: createRecordingAnalyser({
      dir: join(dataDir, 'cache', 'recordings'),
      limits: { ...defaultLimits, cpuMs: 60_000, timeoutMs: 5 * 60_000, fileBytes: mostNarrationBytes },
    }),
  })
}
