import { setTimeout as sleep } from 'node:timers/promises'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import type { PdfDescription, PdfFacts } from '#platform/pdf/pdf-jobs.ts'
import type { PdfRenderer, PdfSource, Urgency } from '#platform/pdf/pdf-renderer.ts'
import { isFullDisk } from '#platform/storage/full-disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { asEdition, type Edition, editionName } from './edition.ts'
import { sourceOfBytes } from './pdf/rewrite-pdf.ts'
import { type SaleReadyPdf, prepareForSale, type Repair, type PresaleChecks } from './prepare-for-sale.ts'
import type { PageStore } from './page-store.ts'
import {
  insertPreparedEdition,
  lockEditionsOf,
  type NewEdition,
  retireOtherEditions,
  upsertCurrentEdition,
} from './queries.ts'

const maxBytes = 100 * 1024 * 1024
/** Maximum number of pages. */
export const maxPages = 2_000

/** Maximum time for rendering all pages once, small, without time in the queue. */
const checkMs = 3 * 60_000

/** Width at which every page is rendered once before publication. */
const checkWidth = 204

/** Maximum pause between two pages of a background import, which is the duration of the last page. */
const maxPauseMs = 300

export type PublishDeps = {
  db: OpenDatabase['db']
  storage: Storage
  renderer: PdfRenderer
  pages: PageStore
  presaleChecks?: PresaleChecks | undefined
}

/** An edition, and how its PDF differs from the uploaded one; undefined if it does not. */
export type PreparedEdition = Edition & { repair: Repair | undefined }

/**
 * Checks and stores a PDF without publishing it: readers get it once the catalogue names its edition.
 *
 * @throws AppError `too-large` over 100 MB; `invalid-input`, with a sentence for the owner, for a file that is no
 *   PDF, is locked or broken, has more than 2,000 pages, has a page that takes too long to render or read, or cannot
 *   be watermarked; `unavailable` when it cannot be stored.
 */
export async function prepareEdition(deps: PublishDeps, bookId: string, pdf: Uint8Array): Promise<PreparedEdition> {
  const { edition, repair } = await importFile(deps, bookId, pdf, { urgency: () => 'soon', mustBeRead: true })
  return { ...asEdition(await insertPreparedEdition(deps.db, edition)), repair }
}

/**
 * Imports a PDF as the current edition of a book, as {@link prepareEdition} does. On failure the previous edition
 * stays.
 *
 * @param urgency Called before every page: a visitor may be waiting for the book by then.
 */
export async function publishEdition(
  deps: PublishDeps,
  bookId: string,
  pdf: Uint8Array,
  urgency: () => Urgency = () => 'soon',
): Promise<Edition> {
  const { edition } = await importFile(deps, bookId, pdf, { urgency, mustBeRead: false })
  const row = await deps.db.transaction(async (tx) => {
    await lockEditionsOf(tx, bookId)
    await retireOtherEditions(tx, bookId, edition.sha256)
    return upsertCurrentEdition(tx, edition)
  })
  return asEdition(row)
}

/** Reads title and author of a PDF that is not imported yet. @throws AppError with a sentence for the owner. */
export async function describePdf(renderer: PdfRenderer, file: Uint8Array): Promise<PdfDescription> {
  const pdf = pdfWithin(file)
  checkFile(pdf)
  return renderer
    .describe(sourceOfBytes(pdf))
    .catch((error: unknown) => rejectFile(error, 'This PDF takes too much time or memory to open.'))
}

type ImportedFile = { edition: NewEdition; repair: Repair | undefined }

/**
 * `mustBeRead` rejects pages without readable text; in books that ship with the site such pages are only missing from
 * search.
 */
type ImportOptions = { urgency: () => Urgency; mustBeRead: boolean }

async function importFile(
  deps: PublishDeps,
  bookId: string,
  file: Uint8Array,
  { urgency, mustBeRead }: ImportOptions,
): Promise<ImportedFile> {
  const { storage, renderer, presaleChecks } = deps
  const sent = pdfWithin(file)
  checkFile(sent)
  let workedMs = 0
  const isTooSlow = () => workedMs > checkMs
  const sourceOf = (pdf: Uint8Array): PdfSource => ({ ...sourceOfBytes(pdf), onWorked: (ms) => (workedMs += ms) })
  const facts = await renderer
    .inspect(sourceOf(sent), maxPages, urgency())
    .catch((error: unknown) => rejectFile(error, 'This PDF takes too much time or memory to open.'))
  const untried: SaleReadyPdf = { pdf: sent, repair: undefined }
  const images = await renderPages(renderer, sourceOf(sent), facts, urgency, isTooSlow)
  if (mustBeRead) await readPages(renderer, sourceOf(sent), facts, urgency, isTooSlow)
  const { pdf, repair } = presaleChecks
    ? await prepareForSale({ renderer, presaleChecks }, sourceOf(sent), facts, urgency())
    : untried
  const { id: sha256 } = sourceOf(pdf)
  const storageKey = `editions/${bookId}/${sha256}.pdf`
  // The file is stored first, because a row must never name a file that is not stored yet.
  await storage.put(storageKey, pdf, { contentType: 'application/pdf' }).catch(throwNotStored)
  const { pageCount, pageSizes, outline } = facts
  const known = { bookId, sha256, storageKey, bytes: pdf.length, pageCount, pageSizes, outline }
  const name = editionName(sha256)
  images.forEach((image, index) => deps.pages.saveImage({ name }, index + 1, checkWidth, image))
  // A book imported in the background gets its preview when it is first requested.
  if (urgency() !== 'idle')
    await presaleChecks
      ?.preview({ ...known, name })
      .catch((error: unknown) => rejectFile(error, 'No preview can be created from the first pages of this PDF.'))
  return { edition: { ...known, sourceSha256: repair ? sourceOf(sent).id : null }, repair }
}

/** Readers look for the PDF header within this many bytes. */
const headerWithin = 1024

/**
 * Returns the PDF in a file. Some programs write a few bytes before the header, which every reader skips. Longer
 * prefixes, such as mail headers, are cut off so that downloads open.
 */
export function pdfWithin(file: Uint8Array): Uint8Array {
  const at = Buffer.from(file.buffer, file.byteOffset, file.length).indexOf('%PDF-')
  return at + '%PDF-'.length > headerWithin ? file.subarray(at) : file
}

function checkFile(pdf: Uint8Array) {
  if (pdf.length > maxBytes) throw new AppError('too-large', 'This PDF is larger than 100 MB.')
  if (!Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.length, headerWithin)).includes('%PDF-')) {
    throw new AppError('invalid-input', 'This file is not a PDF.')
  }
}

/** Renders every page once. @returns the thumbnails. */
async function renderPages(
  renderer: PdfRenderer,
  source: PdfSource,
  { pageCount }: PdfFacts,
  urgency: () => Urgency,
  isTooSlow: () => boolean,
): Promise<Buffer[]> {
  const images: Buffer[] = []
  for (let page = 1; page <= pageCount; page += 1) {
    if (isTooSlow()) throw new AppError('invalid-input', 'The pages of this PDF take too long to render.')
    const start = performance.now()
    const image = await renderer
      .drawPage(source, page, checkWidth, urgency())
      .catch((error: unknown) => rejectFile(error, `Page ${page} of this PDF takes too much time or memory to render.`))
    images.push(image)
    if (urgency() === 'idle') await sleep(Math.min(performance.now() - start, maxPauseMs), undefined, { ref: false })
  }
  return images
}

/** Reads every page once, as search and screen readers will. */
async function readPages(
  renderer: PdfRenderer,
  source: PdfSource,
  { pageCount }: PdfFacts,
  urgency: () => Urgency,
  isTooSlow: () => boolean,
): Promise<void> {
  for (let page = 1; page <= pageCount; page += 1) {
    if (isTooSlow()) throw new AppError('invalid-input', 'The text of this PDF takes too long to read.')
    await renderer
      .readPages(source, page, page, urgency())
      .catch((error: unknown) =>
        rejectFile(error, `The text of page ${page} of this PDF takes too much time or memory to read.`),
      )
  }
}

// A full disk is not an error of the owner or the file; there may be space again in a moment.
function throwNotStored(error: unknown): never {
  const reason = isFullDisk(error) ? 'The server is out of storage space.' : 'This book could not be stored.'
  throw new AppError('unavailable', `${reason} Please try again later.`, { retryAfterSeconds: 60, cause: error })
}

/** A page that takes too long is an error of the file; an error with a retry time is ours. */
function rejectFile(error: unknown, detail: string): never {
  if (isAppError(error) && error.code === 'unavailable' && error.retryAfterSeconds === undefined)
    throw new AppError('invalid-input', detail, { cause: error })
  throw error
}
