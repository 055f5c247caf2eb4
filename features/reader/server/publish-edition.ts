import { setTimeout as sleep } from 'node:timers/promises'
import type { Database as OpenDatabase } from '#platform/database/open-database.ts'
import type { PdfFacts } from '#platform/pdf/pdf-jobs.ts'
import type { PdfRenderer, PdfSource, Urgency } from '#platform/pdf/pdf-renderer.ts'
import { isFullDisk } from '#platform/storage/full-disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { asEdition, type Edition, editionName, sourceOfBytes } from './edition.ts'
import { type FitPdf, makeFitForSale, type Mended, type SaleTrial } from './prepare-for-sale.ts'
import type { PageStore } from './page-store.ts'
import {
  insertPreparedEdition,
  lockEditionsOf,
  type NewEdition,
  retireOtherEditions,
  upsertCurrentEdition,
} from './queries.ts'

const mostBytes = 100 * 1024 * 1024
/** Longer books are refused. */
export const mostPages = 2_000

/**
 * A book whose pages take longer than this to draw once, small, is no book to turn pages in. Waiting for a turn does
 * not count.
 */
const checkMs = 3 * 60_000

/** Every page is drawn once at this width before a reader can meet it. */
const checkWidth = 204

/** Between two pages of a book nobody waits for: as long as the last one took, but at most this. */
const longestPauseMs = 300

export type PublishParts = {
  db: OpenDatabase['db']
  storage: Storage
  renderer: PdfRenderer
  pages: PageStore
  sale?: SaleTrial | undefined
}

/** An edition, and how its PDF differs from the one that was sent; undefined for not at all. */
export type PreparedEdition = Edition & { mended: Mended | undefined }

/**
 * Checks and keeps a PDF without showing it: readers get it once the catalogue names its edition.
 *
 * @throws AppError `too-large` over 100 MB; `invalid-input`, with a sentence for the owner, for a file that is no PDF,
 *   is locked or broken, has more than 2,000 pages, a page that takes too much to draw or to read, or takes no buyer's
 *   mark; `unavailable` when it cannot be stored.
 */
export async function prepareEdition(parts: PublishParts, bookId: string, pdf: Uint8Array): Promise<PreparedEdition> {
  const { edition, mended } = await takeFile(parts, bookId, pdf, { urgency: () => 'soon', mustBeRead: true })
  return { ...asEdition(await insertPreparedEdition(parts.db, edition)), mended }
}

/**
 * Takes in a PDF as the current edition of a book, as {@link prepareEdition} does. Whatever goes wrong, the edition
 * before stays.
 *
 * @param urgency Asked before every page: somebody may have come to wait for the book meanwhile.
 */
export async function publishEdition(
  parts: PublishParts,
  bookId: string,
  pdf: Uint8Array,
  urgency: () => Urgency = () => 'soon',
): Promise<Edition> {
  const { edition } = await takeFile(parts, bookId, pdf, { urgency, mustBeRead: false })
  const row = await parts.db.transaction(async (tx) => {
    await lockEditionsOf(tx, bookId)
    await retireOtherEditions(tx, bookId, edition.sha256)
    return upsertCurrentEdition(tx, edition)
  })
  return asEdition(row)
}

type TakenFile = { edition: NewEdition; mended: Mended | undefined }

/** `mustBeRead` refuses a page without readable text; one that ships with the site only is not found by search. */
type Taking = { urgency: () => Urgency; mustBeRead: boolean }

async function takeFile(
  parts: PublishParts,
  bookId: string,
  file: Uint8Array,
  { urgency, mustBeRead }: Taking,
): Promise<TakenFile> {
  const { storage, renderer, sale } = parts
  const sent = pdfWithin(file)
  checkFile(sent)
  let workedMs = 0
  const isTooSlow = () => workedMs > checkMs
  const sourceOf = (pdf: Uint8Array): PdfSource => ({ ...sourceOfBytes(pdf), onWorked: (ms) => (workedMs += ms) })
  const facts = await renderer
    .inspect(sourceOf(sent), mostPages, urgency())
    .catch((error: unknown) => refuse(error, 'This PDF takes too much time or memory to open.'))
  const untried: FitPdf = { pdf: sent, mended: undefined }
  const images = await drawPages(renderer, sourceOf(sent), facts, urgency, isTooSlow)
  if (mustBeRead) await readPages(renderer, sourceOf(sent), facts, urgency, isTooSlow)
  const { pdf, mended } = sale ? await makeFitForSale({ renderer, sale }, sourceOf(sent), facts, urgency()) : untried
  const { id: sha256 } = sourceOf(pdf)
  const storageKey = `editions/${bookId}/${sha256}.pdf`
  // The file first: a row must never name one that is not safe yet.
  await storage.put(storageKey, pdf, { contentType: 'application/pdf' }).catch(notStored)
  const { pageCount, pageSizes, outline } = facts
  const known = { bookId, sha256, storageKey, bytes: pdf.length, pageCount, pageSizes, outline }
  const name = editionName(sha256)
  images.forEach((image, index) => parts.pages.keepImage({ name }, index + 1, checkWidth, image))
  // A book nobody waits for, at the first start, gets its preview when somebody asks.
  if (urgency() !== 'idle')
    await sale
      ?.preview({ ...known, name })
      .catch((error: unknown) => refuse(error, 'No preview can be created from the first pages of this PDF.'))
  return { edition: { ...known, sourceSha256: mended ? sourceOf(sent).id : null }, mended }
}

/** Readers look for the mark of a PDF so far from the beginning of a file. */
const markWithin = 1024

/**
 * The PDF in a file. Some programs write a few bytes before its mark, which every reader passes over; what is before a
 * mark further on, such as the head of a mail, is cut off, so that whoever downloads the book can open it.
 */
export function pdfWithin(file: Uint8Array): Uint8Array {
  const at = Buffer.from(file.buffer, file.byteOffset, file.length).indexOf('%PDF-')
  return at + '%PDF-'.length > markWithin ? file.subarray(at) : file
}

function checkFile(pdf: Uint8Array) {
  if (pdf.length > mostBytes) throw new AppError('too-large', 'This PDF is larger than 100 MB.')
  if (!Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.length, markWithin)).includes('%PDF-')) {
    throw new AppError('invalid-input', 'This file is not a PDF.')
  }
}

/** Draws every page once. @returns the pages, small. */
async function drawPages(
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
      .catch((error: unknown) => refuse(error, `Page ${page} of this PDF takes too much time or memory to render.`))
    images.push(image)
    if (urgency() === 'idle')
      await sleep(Math.min(performance.now() - start, longestPauseMs), undefined, { ref: false })
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
        refuse(error, `The text of page ${page} of this PDF takes too much time or memory to read.`),
      )
  }
}

// A full disk is nobody's mistake, and no reason to give up: there may be room again in a moment.
function notStored(error: unknown): never {
  const reason = isFullDisk(error) ? 'The server is out of storage space.' : 'This book could not be stored.'
  throw new AppError('unavailable', `${reason} Please try again later.`, { retryAfterSeconds: 60, cause: error })
}

/** For the owner a page that takes too much is a fault of the file; what says when to try again is a fault of ours. */
function refuse(error: unknown, detail: string): never {
  if (isAppError(error) && error.code === 'unavailable' && error.retryAfterSeconds === undefined)
    throw new AppError('invalid-input', detail, { cause: error })
  throw error
}
