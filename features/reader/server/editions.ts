import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Urgency } from '#platform/pdf/pdf-renderer.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { asEdition, type Edition } from './edition.ts'
import { pdfWithin, publishEdition, type PublishDeps } from './publish-edition.ts'
import { findCurrentEdition, findEditionByName, findEditionOfSource } from './queries.ts'

/** The editions of the catalogue's books. */
export type Editions = {
  /**
   * Returns the edition that readers get, and imports the book if necessary.
   *
   * @throws AppError `unavailable` when the import takes too long or the PDF is unusable.
   */
  current(bookId: string): Promise<Edition>
  /** Returns an edition by the name in its address. @throws AppError `not-found`. */
  get(bookId: string, name: string): Promise<Edition>
  /** Returns the edition that readers get, without importing one. @param name As in the catalogue. */
  find(bookId: string, name: string | undefined): Promise<Edition | undefined>
  /**
   * Imports the PDF of the content folder unless it has been imported before; later editions of the owner stay
   * current.
   *
   * @throws AppError as {@link publishEdition} does.
   */
  importEdition(bookId: string, urgency?: Urgency): Promise<Edition>
}

type EditionsDeps = PublishDeps & {
  contentDir: string
  /** Returns the edition the catalogue names for a book; undefined means the latest import. */
  namedEdition(bookId: string): string | undefined
  onImported: () => Promise<void>
  /** Unfinished imports resume after the next start. */
  isClosing: () => boolean
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

/** Maximum time a visitor waits for an import. */
const maxWaitMs = 15_000

/** Delay before an unusable PDF is tried again. */
const retryMs = 60_000

/** Editions never change, so those requested by name are cached. */
const maxRemembered = 200

export function createEditions({
  contentDir,
  namedEdition,
  onImported,
  isClosing,
  log,
  ...deps
}: EditionsDeps): Editions {
  const { db } = deps
  const inFlight = new Map<string, Promise<Edition>>()
  /** Books that visitors are waiting for. */
  const requested = new Set<string>()
  const byName = new Map<string, Edition>()

  const get = async (bookId: string, name: string): Promise<Edition> => {
    const known = byName.get(`${bookId}/${name}`)
    if (known) return known
    const row = await findEditionByName(db, bookId, name)
    if (!row) throw new AppError('not-found', { key: 'reader.errors.editionNotFound' })
    const edition = asEdition(row)
    byName.set(`${bookId}/${name}`, edition)
    if (byName.size > maxRemembered) byName.delete(byName.keys().next().value!)
    return edition
  }

  const importNow = async (bookId: string): Promise<Edition> => {
    const named = namedEdition(bookId)
    if (named) return get(bookId, named)
    const pdf = pdfWithin(await readFile(join(contentDir, bookId, 'book.pdf')))
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const current = await findCurrentEdition(db, bookId)
    // Without its file, a row does not count as an edition: the site runs on another host, or a disk was lost. The book
    // is imported again.
    const isSame = current?.sha256 === sha256 || current?.sourceSha256 === sha256
    if (current && isSame && (await deps.storage.stat(current.storageKey))) return asEdition(current)
    // The owner has published a newer edition since, and a restart must not undo that.
    if (current && !isSame && (await findEditionOfSource(db, bookId, sha256))) return asEdition(current)
    const edition = await publishEdition(deps, bookId, pdf, () => (requested.has(bookId) ? 'soon' : 'idle'))
    await onImported()
    log.info({ book: bookId, edition: edition.name, pages: edition.pageCount }, 'book edition imported')
    return edition
  }

  const importEdition = (bookId: string, urgency: Urgency = 'soon'): Promise<Edition> => {
    if (urgency !== 'idle') requested.add(bookId)
    const waiting = inFlight.get(bookId)
    if (waiting) return waiting
    const work = importNow(bookId)
    const done = () => requested.delete(bookId)
    work.then(done, done)
    inFlight.set(bookId, work)
    work.then(
      () => inFlight.delete(bookId),
      (error: unknown) => {
        if (isClosing()) return
        // The database may be reachable again in a moment; an unusable file is retried after a longer time.
        const isBad = isAppError(error) && error.code !== 'unavailable'
        const message = isBad ? 'book import failed: unusable pdf' : 'book import failed'
        log.error({ err: error, book: bookId, reason: (error as Error).message }, message)
        setTimeout(() => inFlight.delete(bookId), isBad ? retryMs : 1_000).unref()
      },
    )
    return work
  }

  return {
    importEdition,
    async current(bookId) {
      const named = namedEdition(bookId)
      if (named) return get(bookId, named)
      const row = await findCurrentEdition(db, bookId)
      if (row) return asEdition(row)
      const cancel = new AbortController()
      const late = sleep(maxWaitMs, undefined, { signal: cancel.signal, ref: false }).then(() => undefined)
      try {
        const edition = await Promise.race([importEdition(bookId).catch(throwNotReady), late])
        if (edition) return edition
        throw new AppError(
          'unavailable',
          { key: 'reader.errors.preparing' },
          {
            retryAfterSeconds: 5,
          },
        )
      } finally {
        late.catch(() => undefined)
        cancel.abort()
      }
    },
    get,
    async find(bookId, name) {
      if (name) return get(bookId, name)
      const row = await findCurrentEdition(db, bookId)
      return row && asEdition(row)
    },
  }
}

// Details about the file are for the owner and are in the log.
function throwNotReady(error: unknown): never {
  if (!isAppError(error)) throw error
  throw new AppError(
    'unavailable',
    { key: 'reader.errors.notOpening' },
    {
      retryAfterSeconds: 60,
      cause: error,
    },
  )
}
