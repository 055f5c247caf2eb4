import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Urgency } from '#platform/pdf/pdf-renderer.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { asEdition, type Edition } from './edition.ts'
import { pdfWithin, publishEdition, type PublishParts } from './publish-edition.ts'
import { findCurrentEdition, findEditionByName, findEditionOfSource } from './queries.ts'

/** The editions of the catalogue's books. */
export type Editions = {
  /**
   * The edition readers get. A book nobody took in yet is taken in now.
   *
   * @throws AppError `unavailable` when that takes too long or its PDF cannot be used.
   */
  current(bookId: string): Promise<Edition>
  /** An edition by the name in its address. @throws AppError `not-found`. */
  get(bookId: string, name: string): Promise<Edition>
  /**
   * Takes in the PDF of the content folder, unless it was taken in before; what the owner published since stays.
   * @throws AppError as {@link publishEdition} does.
   */
  takeIn(bookId: string, urgency?: Urgency): Promise<Edition>
}

type Parts = PublishParts & {
  contentDir: string
  /** The edition the catalogue names for a book; undefined leaves it to what was taken in last. */
  namedEdition(bookId: string): string | undefined
  onTakenIn: () => Promise<void>
  /** What is left undone now is done after the next start. */
  isClosing: () => boolean
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

/** How long a visitor waits for a book that is being taken in. */
const patienceMs = 15_000

/** A PDF that could not be used is not looked at again before this. */
const retryMs = 60_000

/** Editions asked for by name are remembered: what is known of one never changes. */
const rememberedEditions = 200

export function createEditions({ contentDir, namedEdition, onTakenIn, isClosing, log, ...parts }: Parts): Editions {
  const { db } = parts
  const underway = new Map<string, Promise<Edition>>()
  /** Books somebody waits for. */
  const awaited = new Set<string>()
  const byName = new Map<string, Edition>()

  const get = async (bookId: string, name: string): Promise<Edition> => {
    const known = byName.get(`${bookId}/${name}`)
    if (known) return known
    const row = await findEditionByName(db, bookId, name)
    if (!row) throw new AppError('not-found', 'Edition not found.')
    const edition = asEdition(row)
    byName.set(`${bookId}/${name}`, edition)
    if (byName.size > rememberedEditions) byName.delete(byName.keys().next().value!)
    return edition
  }

  const takeInNow = async (bookId: string): Promise<Edition> => {
    const named = namedEdition(bookId)
    if (named) return get(bookId, named)
    const pdf = pdfWithin(await readFile(join(contentDir, bookId, 'book.pdf')))
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const current = await findCurrentEdition(db, bookId)
    if (current?.sha256 === sha256 || current?.sourceSha256 === sha256) return asEdition(current)
    // One that was current before was replaced since, by what the owner published: a start does not undo that.
    if (current && (await findEditionOfSource(db, bookId, sha256))) return asEdition(current)
    const edition = await publishEdition(parts, bookId, pdf, () => (awaited.has(bookId) ? 'soon' : 'idle'))
    await onTakenIn()
    log.info({ book: bookId, edition: edition.name, pages: edition.pageCount }, 'book edition imported')
    return edition
  }

  const takeIn = (bookId: string, urgency: Urgency = 'soon'): Promise<Edition> => {
    if (urgency !== 'idle') awaited.add(bookId)
    const waiting = underway.get(bookId)
    if (waiting) return waiting
    const work = takeInNow(bookId)
    const done = () => awaited.delete(bookId)
    work.then(done, done)
    underway.set(bookId, work)
    work.then(
      () => underway.delete(bookId),
      (error: unknown) => {
        if (isClosing()) return
        // The database may be back in a moment; a bad file is bad for longer.
        const isBad = isAppError(error) && error.code !== 'unavailable'
        const told = isBad ? 'book import failed: unusable pdf' : 'book import failed'
        log.error({ err: error, book: bookId, reason: (error as Error).message }, told)
        setTimeout(() => underway.delete(bookId), isBad ? retryMs : 1_000).unref()
      },
    )
    return work
  }

  return {
    takeIn,
    async current(bookId) {
      const named = namedEdition(bookId)
      if (named) return get(bookId, named)
      const row = await findCurrentEdition(db, bookId)
      if (row) return asEdition(row)
      const cancel = new AbortController()
      const late = sleep(patienceMs, undefined, { signal: cancel.signal, ref: false }).then(() => undefined)
      try {
        const edition = await Promise.race([takeIn(bookId).catch(asNotReady), late])
        if (edition) return edition
        throw new AppError('unavailable', 'This book is being prepared. Please try again in a moment.', {
          retryAfterSeconds: 5,
        })
      } finally {
        late.catch(() => undefined)
        cancel.abort()
      }
    },
    get,
  }
}

// What is wrong with the file is for the owner and stands in the log.
function asNotReady(error: unknown): never {
  if (!isAppError(error)) throw error
  throw new AppError('unavailable', 'This book cannot be opened right now. Please try again later.', {
    retryAfterSeconds: 60,
    cause: error,
  })
}
