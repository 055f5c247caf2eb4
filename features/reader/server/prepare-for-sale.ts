import type { PdfFacts } from '#platform/pdf/pdf-jobs.ts'
import type { PdfRenderer, PdfSource, Urgency } from '#platform/pdf/pdf-renderer.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { DocumentRefusal } from './pdf/pdf-thread.ts'
import { type Edition, sourceOfBytes } from './edition.ts'
import { MendedOtherwise, type MendPdf } from './pdf/rewrite-pdf.ts'
import type { StampPdf } from './watermark/watermarked-pdfs.ts'

/** A line as long as those of buyers are. */
const trialLine = 'SW-TRYALINE · r•••@example.com'

/** Some letters may lie on others and be read once. */
const leastShare = 0.8

/** Pages read at a time. */
const pagesAtOnce = 10

/**
 * Stamps a PDF once for trial and looks at what comes out: the same pages, each with the line on it.
 *
 * @throws DocumentRefusal when buyers could not get a stamped copy; Error, AppError `unavailable` when nobody can tell
 *   now.
 */
async function tryStamp(
  { renderer, stamp }: { renderer: Pick<PdfRenderer, 'inspect' | 'readPages'>; stamp: StampPdf },
  source: PdfSource,
  { pageCount, pageSizes }: PdfFacts,
  urgency: Urgency,
): Promise<void> {
  const stamped = await stamp(await source.read(), trialLine)
  const copy = sourceOfBytes(stamped)
  const is = await renderer.inspect(copy, pageCount + 1, urgency)
  if (JSON.stringify([is.pageCount, is.pageSizes]) !== JSON.stringify([pageCount, pageSizes]))
    throw new DocumentRefusal('the watermarked copy has different pages')
  // A book nobody waits for ships with the site, and is taken in at every first start: reading it twice would take
  // longer than drawing it.
  if (urgency === 'idle') return
  // Counted, not compared: a page that runs from right to left turns the line around when it is read.
  const least = lettersIn([trialLine]) * leastShare
  for (let from = 1; from <= pageCount; from += pagesAtOnce) {
    const to = Math.min(from + pagesAtOnce - 1, pageCount)
    const before = await renderer.readPages(source, from, to, urgency).catch(unreadable)
    const after = await renderer.readPages(copy, from, to, urgency).catch(unreadable)
    // Pages whose text takes too much to read are stamped all the same; nobody can tell.
    if (!before || !after) continue
    const bare = after.findIndex((lines, index) => textOf(lines) - textOf(before[index]!) < least)
    if (bare >= 0) throw new DocumentRefusal(`page ${from + bare} of the watermarked copy does not show the watermark`)
  }
}

function unreadable(error: unknown): undefined {
  if (isAppError(error) && error.code === 'unavailable' && error.retryAfterSeconds === undefined) return undefined
  throw error
}

const textOf = (lines: { text: string }[]) => lettersIn(lines.map(({ text }) => text))

const lettersIn = (texts: string[]) => texts.join('').replaceAll(/\s/g, '').length

/** What is done with a book's PDF after somebody paid, to be tried before anybody can. */
export type SaleTrial = {
  stamp: StampPdf
  mend: MendPdf
  /**
   * Makes the preview of the pages that are open to everybody; does nothing for a book that is free.
   *
   * @throws AppError
   * `unavailable`
   */
  preview(edition: Edition): Promise<void>
}

/**
 * How the bytes that are kept differ from those that came: a lock was taken away, or a structure no copy could be made
 * of was replaced.
 */
export type Mended = 'unlocked' | 'rewritten'

/** Bytes that buyers' copies can be made of, and how they came about. */
export type FitPdf = { pdf: Uint8Array; mended: Mended | undefined }

const cannotBeMarked =
  'This PDF can’t be watermarked with the buyer’s order because of how the file is built. Open it in a PDF program, save it as a new PDF and upload that file.'

/**
 * Tries the one thing that is done with a PDF only after money came: a buyer's stamped copy. A PDF that does not take a
 * stamp is written anew and tried again.
 *
 * @throws AppError `invalid-input`, with a sentence for the owner, when no copy can be made either way; `unavailable`
 *   when nobody can tell now.
 */
export async function makeFitForSale(
  { renderer, sale }: { renderer: PdfRenderer; sale: SaleTrial },
  source: PdfSource,
  facts: PdfFacts,
  urgency: Urgency,
): Promise<FitPdf> {
  const tryOut = (tried: PdfSource) => tryStamp({ renderer, stamp: sale.stamp }, tried, facts, urgency)
  const pdf = await source.read()
  try {
    await tryOut(source)
    return { pdf, mended: undefined }
  } catch (error) {
    if (!(error instanceof DocumentRefusal)) throw notNow(error)
  }
  try {
    const rewritten = await sale.mend(source.id, pdf, urgency)
    await tryOut({ ...source, ...sourceOfBytes(rewritten) })
    return { pdf: rewritten, mended: facts.isLocked ? 'unlocked' : 'rewritten' }
  } catch (error) {
    const isOfFile =
      error instanceof DocumentRefusal || error instanceof MendedOtherwise || (isAppError(error) && error.status < 500)
    throw isOfFile ? new AppError('invalid-input', cannotBeMarked, { cause: error }) : notNow(error)
  }
}

/** A thread that broke says nothing about the file; what says when to try again is passed on. */
function notNow(error: unknown): AppError {
  if (isAppError(error)) return error
  return new AppError('unavailable', 'This PDF could not be checked right now. Please try again in a moment.', {
    retryAfterSeconds: 30,
    cause: error,
  })
}
