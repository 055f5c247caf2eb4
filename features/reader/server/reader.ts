import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type { AccessTo, PageText, ReaderManifest, ReaderService } from '#features/reader/contract.ts'
import type { Edition } from './edition.ts'
import { createEditions, type Editions } from './editions.ts'
import { createGate, type Gate, readablePages } from './access.ts'
import { createPageStore, type PageStore } from './page-store.ts'
import type { SaleTrial } from './prepare-for-sale.ts'
import { type PreparedEdition, prepareEdition, publishEdition } from './publish-edition.ts'
import { type AheadPace, type RenderAhead, startRenderAhead } from './pages/prerender.ts'
import { type BookSearch, createBookSearch } from './search/book-search.ts'
import type { LockedLooks } from './search/locked-search-limit.ts'
import { watchEditions } from './edition-changes.ts'

/** Everything the reader's routes and its neighbours in this room need. */
export type Reader = {
  service: ReaderService
  editions: Editions
  pages: PageStore
  search: BookSearch
  openPage: Gate
  /** What draws and reads PDFs here; closed by {@link Reader.stop}. */
  renderer: PdfRenderer
  /** What the reader shows of a book to this visitor. @throws AppError as the gate and {@link Editions} do. */
  manifest(cookie: string | undefined, bookId: string): Promise<ReaderManifest>
  /** The lines of a page of the current edition, for work inside the server: no gate stands before it. */
  readText(bookId: string, page: number): Promise<PageText>
  /** Takes in a PDF as the book's current one. @throws AppError as {@link publishEdition} does. */
  publish(bookId: string, pdf: Uint8Array): Promise<Edition>
  /**
   * Checks and keeps a PDF that readers get once the catalogue names its edition.
   *
   * @throws AppError as
   * {@link publishEdition} does.
   */
  prepare(bookId: string, pdf: Uint8Array): Promise<PreparedEdition>
  /** The catalogue may name other books or editions now. */
  noticeBooks(): void
  /**
   * Notices new editions from here on.
   *
   * @param work In the background: `isTakingIn` what is new in the content folder, and then `isMakingAhead` pages
   *   nobody asked for yet.
   */
  start(work: { isTakingIn: boolean; isMakingAhead: boolean }): void
  stop(): Promise<void>
}

/** What the reader must know of a book. `edition` names its PDF; empty for the one that was taken in last. */
export type ReadableBook = { id: string; isFree: boolean; previewPages: number; edition?: string | undefined }

type Parts = {
  /** The catalogue as it is now, with books only their buyers have left: `accessTo` says who may see which. */
  books: { list(): readonly ReadableBook[]; find(bookId: string): ReadableBook | undefined }
  contentDir: string
  db: Database['db']
  changes: Changes
  storage: Storage
  /** Who may read what: the gate's one source. */
  accessTo: AccessTo
  lockedLooks: LockedLooks
  /** Told when a book has another edition: what was made of the one before is old. */
  onNewEdition?: () => void
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** What is tried with a PDF before it is taken in; left out, nothing. */
  sale?: SaleTrial
  /** Left out, the reader has its own and closes it. */
  renderer?: PdfRenderer
  pace?: AheadPace
}

/** Opens the reader. Nothing is taken in or made ahead before `start`, but what is asked for is. */
export function openReader(parts: Parts): Reader {
  const { books, contentDir, db, storage, accessTo, log } = parts
  const renderer = parts.renderer ?? createPdfRenderer()
  const pages = createPageStore({ storage, renderer, log })
  const watch = watchEditions(db, parts.onNewEdition ?? (() => undefined))
  const publishing = { db, storage, renderer, pages, sale: parts.sale }
  // Who asks next must find the new edition, also where pages are kept; if the database is gone now, the next look
  // tells.
  const lookAtEditions = () => watch.look().catch(() => undefined)
  const editions = createEditions({
    ...publishing,
    contentDir,
    namedEdition: (bookId) => books.find(bookId)?.edition || undefined,
    onTakenIn: lookAtEditions,
    isClosing: () => isClosing,
    log,
  })
  const search = createBookSearch({ pages, lockedLooks: parts.lockedLooks })
  const openPage = createGate(accessTo)
  let ahead: RenderAhead | undefined
  let isClosing = false

  const known = (bookId: string) => {
    if (!books.find(bookId)) throw new AppError('not-found', 'Book not found.')
    return editions.current(bookId)
  }

  const readText = async (bookId: string, page: number) => {
    const edition = await known(bookId)
    if (!isPageOf(edition, page)) throw new AppError('not-found', 'Page not found.')
    return pages.text(edition, page)
  }

  return {
    editions,
    pages,
    search,
    openPage,
    renderer,
    readText,
    service: {
      async findOpening(bookId) {
        const book = books.find(bookId)
        const edition = book && (await editions.current(bookId).catch(absentWhileUnavailable))
        if (!edition) return undefined
        const { name, pageCount, pageSizes } = edition
        return {
          edition: name,
          totalPages: pageCount,
          openPages: book.isFree ? pageCount : Math.min(book.previewPages, pageCount),
          pageSizes,
        }
      },
      async findOpenText(bookId, page) {
        const opening = await this.findOpening(bookId)
        return opening && page <= opening.openPages ? readText(bookId, page).catch(absentWhileUnavailable) : undefined
      },
      async mayReadAll(cookie, bookId) {
        const access = await accessTo(cookie, bookId).catch(absentWhileUnavailable)
        return access !== undefined && access.kind !== 'preview'
      },
    },
    async manifest(cookie, bookId) {
      const access = await accessTo(cookie, bookId)
      const { name, pageCount, pageSizes, outline } = await known(bookId)
      const readable = readablePages(access, pageCount)
      return {
        bookId,
        edition: name,
        access: access.kind,
        totalPages: pageCount,
        readablePages: readable,
        pageSizes,
        outline: outline.filter(({ page }) => page <= readable),
      }
    },
    async publish(bookId, pdf) {
      const edition = await publishEdition(publishing, bookId, pdf)
      await lookAtEditions()
      return edition
    },
    prepare: (bookId, pdf) => prepareEdition(publishing, bookId, pdf),
    noticeBooks: () => ahead?.lookAgain(),
    start({ isTakingIn, isMakingAhead }) {
      watch.start(parts.changes)
      if (!isTakingIn) return
      ahead = startRenderAhead({
        books: () =>
          books.list().map(({ id, edition = '', isFree, previewPages }) => ({
            id,
            edition,
            openPages: isFree ? Infinity : previewPages,
          })),
        editions,
        pages,
        isMakingAhead,
        log,
        ...(parts.pace ? { pace: parts.pace } : {}),
      })
    },
    async stop() {
      isClosing = true
      await watch.stop()
      if (!parts.renderer) await renderer.close()
      await ahead?.stop()
      await pages.settle()
    },
  }
}

// A page that tells of the book is still worth showing.
function absentWhileUnavailable(error: unknown): undefined {
  if (isAppError(error) && (error.code === 'unavailable' || error.code === 'not-found')) return undefined
  throw error
}

/** Whether an edition has this page. */
export const isPageOf = ({ pageCount }: Edition, page: number) =>
  Number.isInteger(page) && page >= 1 && page <= pageCount
