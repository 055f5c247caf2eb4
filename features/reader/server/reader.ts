import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { PdfDescription } from '#platform/pdf/pdf-jobs.ts'
import { createPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import type {
  FindPaymentHold,
  GetBookAccess,
  PageText,
  ReaderManifest,
  ReaderService,
} from '#features/reader/contract.ts'
import type { Edition } from './edition.ts'
import { createEditions, type Editions } from './editions.ts'
import { createPageAccess, type CheckPageAccess, readablePages } from './access.ts'
import { createPageStore, type PageStore } from './page-store.ts'
import type { PresaleChecks } from './prepare-for-sale.ts'
import { describePdf, type PreparedEdition, prepareEdition, publishEdition } from './publish-edition.ts'
import { type PrerenderPace, type Prerenderer, startPrerendering } from './prerender.ts'
import { type BookSearch, createBookSearch } from './book-search.ts'
import type { LockedSearchLimit } from './search/locked-search-limit.ts'
import { restoreOriginals } from './originals.ts'
import { subscribeToEditions } from './edition-changes.ts'

/** Services of the reader for its routes. */
export type Reader = {
  service: ReaderService
  editions: Editions
  /** Storage that makes missing originals of editions again where it can. */
  storage: Storage
  pages: PageStore
  search: BookSearch
  checkAccess: CheckPageAccess
  /** The PDF renderer; closed by {@link Reader.stop}. */
  renderer: PdfRenderer
  /**
   * Returns the manifest of a book for this visitor.
   *
   * @throws AppError as the access check and {@link Editions} do.
   */
  manifest(cookie: string | undefined, bookId: string): Promise<ReaderManifest>
  /** Returns the lines of a page of the current edition, for use inside the server: without an access check. */
  readText(bookId: string, page: number): Promise<PageText>
  /** Imports a PDF as the book's current one. @throws AppError as {@link publishEdition} does. */
  publish(bookId: string, pdf: Uint8Array): Promise<Edition>
  /**
   * Checks and stores a PDF that readers get once the catalogue names its edition.
   *
   * @throws AppError as {@link publishEdition} does.
   */
  prepare(bookId: string, pdf: Uint8Array): Promise<PreparedEdition>
  /** Reads title and author of a PDF. @throws AppError with a sentence for the owner. */
  describe(pdf: Uint8Array): Promise<PdfDescription>
  /** Handles changes in the catalogue. */
  refreshBooks(): void
  /**
   * Starts observing new editions.
   *
   * @param work Background work: `isImporting` new books of the content folder, and also `isPrerendering` their
   *   pages.
   */
  start(work: { isImporting: boolean; isPrerendering: boolean }): void
  stop(): Promise<void>
}

/** A book as the reader needs it. `edition` names its PDF; empty means the latest import. */
type ReadableBook = { id: string; isFree: boolean; previewPages: number; edition?: string | undefined }

type ReaderDeps = {
  /** The current catalogue, including books that only their buyers can access; `getBookAccess` makes the decision. */
  books: { list(): readonly ReadableBook[]; find(bookId: string): ReadableBook | undefined }
  contentDir: string
  db: Database['db']
  changes: Changes
  storage: Storage
  /** The single source of access decisions. */
  getBookAccess: GetBookAccess
  findPaymentHold: FindPaymentHold
  lockedSearchLimit: LockedSearchLimit
  /** Called when a book has a new edition, to invalidate caches. */
  onNewEdition?: () => void
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Checks to run before a PDF is imported; none by default. */
  presaleChecks?: PresaleChecks
  /** Without it, the reader creates its own renderer and closes it. */
  renderer?: PdfRenderer
  pace?: PrerenderPace
}

/** Creates the reader. It serves requests at once; background imports and prerendering begin with `start`. */
export function createReader(deps: ReaderDeps): Reader {
  const { books, contentDir, db, getBookAccess, findPaymentHold, log } = deps
  const storage = restoreOriginals(deps.storage, { contentDir, log })
  const renderer = deps.renderer ?? createPdfRenderer()
  const pages = createPageStore({ storage, renderer, log })
  const editionChanges = subscribeToEditions(db, deps.onNewEdition ?? (() => undefined))
  const publishing = { db, storage, renderer, pages, presaleChecks: deps.presaleChecks }
  // The next request must find the new edition, also in page caches; if the database is unavailable now, the next
  // poll reports it.
  const checkEditions = () => editionChanges.check().catch(() => undefined)
  const editions = createEditions({
    ...publishing,
    contentDir,
    namedEdition: (bookId) => books.find(bookId)?.edition || undefined,
    onImported: checkEditions,
    isClosing: () => isClosing,
    log,
  })
  const search = createBookSearch({ pages, lockedSearchLimit: deps.lockedSearchLimit })
  const checkAccess = createPageAccess(getBookAccess)
  let prerenderer: Prerenderer | undefined
  let isClosing = false

  const findEdition = (bookId: string) => {
    if (!books.find(bookId)) throw new AppError('not-found', { key: 'reader.errors.bookNotFound' })
    return editions.current(bookId)
  }

  const readText = async (bookId: string, page: number) => {
    const edition = await findEdition(bookId)
    if (!isPageOf(edition, page)) throw new AppError('not-found', { key: 'reader.errors.pageNotFound' })
    return pages.text(edition, page)
  }

  return {
    editions,
    storage,
    pages,
    search,
    checkAccess,
    renderer,
    readText,
    service: {
      async findPublicManifest(bookId) {
        const book = books.find(bookId)
        const edition = book && (await editions.current(bookId).catch(undefinedIfUnavailable))
        if (!edition) return undefined
        const { name, pageCount, pageSizes } = edition
        return {
          edition: name,
          totalPages: pageCount,
          openPages: book.isFree ? pageCount : Math.min(book.previewPages, pageCount),
          pageSizes,
        }
      },
      async findPublicText(bookId, page) {
        const opening = await this.findPublicManifest(bookId)
        return opening && page <= opening.openPages ? readText(bookId, page).catch(undefinedIfUnavailable) : undefined
      },
      async canReadAll(cookie, bookId) {
        const access = await getBookAccess(cookie, bookId).catch(undefinedIfUnavailable)
        return access !== undefined && access.kind !== 'preview'
      },
    },
    async manifest(cookie, bookId) {
      const access = await getBookAccess(cookie, bookId)
      const { name, pageCount, pageSizes, outline } = await findEdition(bookId)
      const readable = readablePages(access, pageCount)
      const paymentHold = access.kind === 'preview' ? await findPaymentHold(cookie, bookId) : undefined
      return {
        bookId,
        edition: name,
        access: access.kind,
        ...(paymentHold ? { paymentHold } : {}),
        totalPages: pageCount,
        readablePages: readable,
        pageSizes,
        outline: outline.filter(({ page }) => page <= readable),
      }
    },
    async publish(bookId, pdf) {
      const edition = await publishEdition(publishing, bookId, pdf)
      await checkEditions()
      return edition
    },
    describe: (pdf) => describePdf(renderer, pdf),
    prepare: (bookId, pdf) => prepareEdition(publishing, bookId, pdf),
    refreshBooks: () => prerenderer?.refresh(),
    start({ isImporting, isPrerendering }) {
      editionChanges.start(deps.changes)
      if (!isImporting) return
      prerenderer = startPrerendering({
        books: () =>
          books.list().map(({ id, edition = '', isFree, previewPages }) => ({
            id,
            edition,
            openPages: isFree ? Infinity : previewPages,
          })),
        editions,
        pages,
        isPrerendering,
        log,
        ...(deps.pace ? { pace: deps.pace } : {}),
      })
    },
    async stop() {
      isClosing = true
      await editionChanges.stop()
      if (!deps.renderer) await renderer.close()
      await prerenderer?.stop()
      await pages.settle()
    },
  }
}

// A page about the book is useful even without the reader's data.
function undefinedIfUnavailable(error: unknown): undefined {
  if (isAppError(error) && (error.code === 'unavailable' || error.code === 'not-found')) return undefined
  throw error
}

/** Returns whether an edition has this page. */
export const isPageOf = ({ pageCount }: Edition, page: number) =>
  Number.isInteger(page) && page >= 1 && page <= pageCount
