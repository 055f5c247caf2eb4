import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, isAppError } from '#shared/errors.ts'
import type { PdfCache, CachedPdf } from '../pdf/pdf-cache.ts'
import { defaultThreadLimits, UnusablePdfError, runPdfThread, threadUrl, type ThreadLimits } from '../pdf/pdf-thread.ts'
import { type Watermark, watermarkText } from './watermark-text.ts'
import { ChangedPagesError, type RewritePdf } from '../pdf/rewrite-pdf.ts'

/** Changes when the same book and text would give other bytes; part of cache keys and tags. */
const watermarkVersion = 's1'

/** A request for a watermarked copy: the edition and its buyer. */
type WatermarkRequest = {
  entitlementId: string
  edition: string
  watermark: Watermark
  readPdf: () => Promise<Uint8Array>
}

/**
 * Adds a text to the foot of every page of a PDF.
 *
 * @throws UnusablePdfError when the PDF cannot be watermarked; Error when the thread fails.
 */
export type WatermarkPdf = (pdf: Uint8Array, line: string) => Promise<Uint8Array>

/** Runs {@link WatermarkPdf} in its own thread. @param file The thread's source; tests pass failing ones. */
export function createPdfWatermarker(
  limits: ThreadLimits = defaultThreadLimits,
  file = threadUrl('watermark-worker', import.meta.url),
): WatermarkPdf {
  return (pdf, line) => {
    // A separate copy, because a transferred buffer is no longer usable in this thread.
    const copy = new Uint8Array(pdf)
    return runPdfThread(file, { pdf: copy, line }, [copy.buffer], limits)
  }
}

/**
 * Returns a buyer's watermarked copy, cached or new. A sold PDF that cannot be watermarked even after rewriting is
 * sent without one and reported to the owner, because the buyer has paid.
 *
 * @throws AppError `unavailable` when it cannot be created now.
 */
export type WatermarkedPdfs = (order: WatermarkRequest) => Promise<CachedPdf>

type Options = {
  pdfCache: PdfCache
  log: Pick<FastifyBaseLogger, 'error'>
  limits?: ThreadLimits
  /** Rewrites a PDF that cannot be watermarked; without it there is no second attempt. */
  rewrite?: RewritePdf
  /** Called when copies of an edition are sent without a watermark. */
  onUnwatermarked?: (edition: string) => Promise<void>
  /** The thread's source; tests pass failing ones. */
  threadFile?: URL
}

/**
 * Creates watermarked PDFs, cached under `stamped/{entitlement}/{edition}-{text}.pdf`: a corrected address gives a
 * new copy.
 */
export function createWatermarkedPdfs({
  pdfCache,
  log,
  limits,
  threadFile,
  rewrite,
  onUnwatermarked,
}: Options): WatermarkedPdfs {
  const watermarkPdf = createPdfWatermarker(limits, threadFile)

  const notReady = (edition: string) => (error: unknown) => {
    log.error({ err: error, edition }, 'book watermarking failed')
    throw new AppError('unavailable', { key: 'reader.errors.copyNotReady' }, { retryAfterSeconds: 60 })
  }

  const makePdf = async ({ edition, readPdf }: WatermarkRequest, line: string): Promise<Uint8Array> => {
    const pdf = await readPdf().catch((error: unknown) => {
      // A lost original or a storage outage has its own error message.
      if (isAppError(error) && error.code === 'unavailable') throw error
      return notReady(edition)(error)
    })
    const watermark = async () => (await tryWatermark(pdf, line)) ?? (await watermarkRewritten(edition, pdf, line))
    return watermark().catch(notReady(edition))
  }

  /** @returns undefined for unusable PDFs. */
  const tryWatermark = async (pdf: Uint8Array, line: string): Promise<Uint8Array | undefined> => {
    try {
      return await watermarkPdf(pdf, line)
    } catch (error) {
      if (!(error instanceof UnusablePdfError) || !rewrite) throw error
      return undefined
    }
  }

  const watermarkRewritten = async (edition: string, pdf: Uint8Array, line: string): Promise<Uint8Array> => {
    const rewritten = await rewrite!(edition, pdf).catch((error: unknown) => {
      if (error instanceof ChangedPagesError) return undefined
      throw error
    })
    const watermarked = rewritten && (await tryWatermark(rewritten, line))
    if (watermarked) return watermarked
    log.error({ edition }, 'book cannot be watermarked; sending copies without a watermark')
    await onUnwatermarked?.(edition)
    return pdf
  }

  return (order) => {
    const line = watermarkText(order.watermark)
    const name = createHash('sha256').update(`${watermarkVersion} ${line}`).digest('hex').slice(0, 12)
    return pdfCache({
      key: `stamped/${order.entitlementId}/${order.edition}-${name}.pdf`,
      etag: `"${order.edition}-${name}"`,
      make: () => makePdf(order, line),
    })
  }
}
