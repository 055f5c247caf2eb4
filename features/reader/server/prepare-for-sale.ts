import type { PdfFacts } from '#platform/pdf/pdf-jobs.ts'
import type { PdfRenderer, PdfSource, Urgency } from '#platform/pdf/pdf-renderer.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { UnusablePdfError } from './pdf/pdf-thread.ts'
import type { Edition } from './edition.ts'
import { ChangedPagesError, type RewritePdf, sourceOfBytes } from './pdf/rewrite-pdf.ts'
import type { WatermarkPdf } from './watermark/watermarked-pdfs.ts'

/** As long as a real watermark. */
const sampleText = 'SW-TRYALINE · r•••@example.com'

/** Some characters may overlap others and be read once. */
const minShare = 0.8

/** Number of pages read at a time. */
const pagesAtOnce = 10

/**
 * Watermarks a PDF on trial and checks the result: the same pages, each with the watermark.
 *
 * @throws UnusablePdfError when the PDF cannot be watermarked; Error or AppError `unavailable` when the check fails
 *   for other reasons.
 */
async function checkWatermark(
  { renderer, watermark }: { renderer: Pick<PdfRenderer, 'inspect' | 'readPages'>; watermark: WatermarkPdf },
  source: PdfSource,
  { pageCount, pageSizes }: PdfFacts,
  urgency: Urgency,
): Promise<void> {
  const watermarked = await watermark(await source.read(), sampleText)
  const copy = sourceOfBytes(watermarked)
  const is = await renderer.inspect(copy, pageCount + 1, urgency)
  if (JSON.stringify([is.pageCount, is.pageSizes]) !== JSON.stringify([pageCount, pageSizes]))
    throw new UnusablePdfError('the watermarked copy has different pages')
  // Books imported in the background ship with the site; reading them twice would take longer than rendering them.
  if (urgency === 'idle') return
  // The letters are counted, not compared, because text on right-to-left pages is read in reverse.
  const minLetters = lettersIn([sampleText]) * minShare
  for (let from = 1; from <= pageCount; from += pagesAtOnce) {
    const to = Math.min(from + pagesAtOnce - 1, pageCount)
    const before = await renderer.readPages(source, from, to, urgency).catch(unreadable)
    const after = await renderer.readPages(copy, from, to, urgency).catch(unreadable)
    // Pages whose text cannot be read are accepted without this check.
    if (!before || !after) continue
    const bare = after.findIndex((lines, index) => textOf(lines) - textOf(before[index]!) < minLetters)
    if (bare >= 0) throw new UnusablePdfError(`page ${from + bare} of the watermarked copy does not show the watermark`)
  }
}

function unreadable(error: unknown): undefined {
  if (isAppError(error) && error.code === 'unavailable' && error.retryAfterSeconds === undefined) return undefined
  throw error
}

const textOf = (lines: { text: string }[]) => lettersIn(lines.map(({ text }) => text))

const lettersIn = (texts: string[]) => texts.join('').replaceAll(/\s/g, '').length

/** Checks of what happens to a book's PDF after a purchase. */
export type PresaleChecks = {
  watermark: WatermarkPdf
  rewrite: RewritePdf
  /**
   * Creates the preview of a paid book; does nothing for a free one.
   *
   * @throws AppError `unavailable`
   */
  preview(edition: Edition): Promise<void>
}

/**
 * Differences between the stored file and the uploaded one: restrictions were removed, or an unusable structure was
 * rewritten.
 */
export type Repair = 'unlocked' | 'rewritten'

/** A PDF that can be watermarked, and how it was repaired. */
export type SaleReadyPdf = { pdf: Uint8Array; repair: Repair | undefined }

const cannotWatermark =
  'This PDF can’t be watermarked with the buyer’s order because of how the file is built. Open it in a PDF program, save it as a new PDF and upload that file.'

/**
 * Checks that a PDF can be watermarked, the only step that happens after payment. A PDF that cannot is rewritten and
 * tried again.
 *
 * @throws AppError `invalid-input` with a sentence for the owner when neither works; `unavailable` when the check
 *   fails for other reasons.
 */
export async function prepareForSale(
  { renderer, presaleChecks }: { renderer: PdfRenderer; presaleChecks: PresaleChecks },
  source: PdfSource,
  facts: PdfFacts,
  urgency: Urgency,
): Promise<SaleReadyPdf> {
  const tryOut = (tried: PdfSource) =>
    checkWatermark({ renderer, watermark: presaleChecks.watermark }, tried, facts, urgency)
  const pdf = await source.read()
  try {
    await tryOut(source)
    return { pdf, repair: undefined }
  } catch (error) {
    if (!(error instanceof UnusablePdfError)) throw asUnavailable(error)
  }
  try {
    const rewritten = await presaleChecks.rewrite(source.id, pdf, urgency)
    await tryOut({ ...source, ...sourceOfBytes(rewritten) })
    return { pdf: rewritten, repair: facts.isLocked ? 'unlocked' : 'rewritten' }
  } catch (error) {
    const isOfFile =
      error instanceof UnusablePdfError ||
      error instanceof ChangedPagesError ||
      (isAppError(error) && error.status < 500)
    throw isOfFile ? new AppError('invalid-input', cannotWatermark, { cause: error }) : asUnavailable(error)
  }
}

/** A failed thread is no evidence against the file; errors with a retry time are passed on. */
function asUnavailable(error: unknown): AppError {
  if (isAppError(error)) return error
  return new AppError('unavailable', 'This PDF could not be checked right now. Please try again in a moment.', {
    retryAfterSeconds: 30,
    cause: error,
  })
}
