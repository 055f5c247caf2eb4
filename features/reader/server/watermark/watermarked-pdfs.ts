import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { KeptCopies, PdfCopy } from '../pdf/pdf-cache.ts'
import {
  defaultThreadLimits,
  DocumentRefusal,
  runThread,
  threadFile,
  type ThreadLimits,
} from '../pdf/pdf-thread.ts'
import { type Mark, markLine } from './watermark-text.ts'
import { MendedOtherwise, type MendPdf } from '../pdf/rewrite-pdf.ts'

/** Changes when the same book and line would give other bytes; it stands in the names and tags of kept copies. */
const stampVersion = 's1'

/** Which copy is wanted: of what, and for whom. */
export type StampOrder = { entitlementId: string; edition: string; mark: Mark; readPdf: () => Promise<Uint8Array> }

/**
 * Sets a line in the foot of every page of a PDF.
 *
 * @throws DocumentRefusal when the PDF takes none; Error when the
 * thread fails.
 */
export type StampPdf = (pdf: Uint8Array, line: string) => Promise<Uint8Array>

/** {@link StampPdf} in a thread of its own. @param file The thread; tests hand in one that misbehaves. */
export function createStamping(
  limits: ThreadLimits = defaultThreadLimits,
  file = threadFile('watermark-worker', import.meta.url),
): StampPdf {
  return (pdf, line) => {
    // A copy of its own: what is handed to the thread is gone here.
    const copy = new Uint8Array(pdf)
    return runThread(file, { pdf: copy, line }, [copy.buffer], limits)
  }
}

/**
 * Brings a buyer's copy, stamped now or earlier. A PDF that was sold and takes no stamp even when it is written anew is
 * brought without one, and told to the owner: who paid gets the book.
 *
 * @throws AppError `unavailable` when it cannot be made just now.
 */
export type StampedCopies = (order: StampOrder) => Promise<PdfCopy>

type Options = {
  kept: KeptCopies
  log: Pick<FastifyBaseLogger, 'error'>
  limits?: ThreadLimits
  /** Writes a PDF anew that takes no stamp as it is; left out, there is no second try. */
  mend?: MendPdf
  /** An edition took no stamp at all, so its copies go out without. */
  onUnstamped?: (edition: string) => Promise<void>
  /** The thread; tests hand in one that misbehaves. */
  stampThread?: URL
}

/**
 * Stamped copies of bought books, kept under `stamped/{entitlement}/{edition}-{line}.pdf`: who corrects their address
 * gets a copy that says so.
 */
export function createStampedCopies({ kept, log, limits, stampThread, mend, onUnstamped }: Options): StampedCopies {
  const stampPdf = createStamping(limits, stampThread)

  const stamp = async ({ edition, readPdf }: StampOrder, line: string): Promise<Uint8Array> => {
    try {
      const pdf = await readPdf()
      return (await tryStamp(pdf, line)) ?? (await stampMended(edition, pdf, line))
    } catch (error) {
      log.error({ err: error, edition }, 'book watermarking failed')
      throw new AppError(
        'unavailable',
        'Your copy can’t be prepared right now. You still own the book; please try again in a moment.',
        {
          retryAfterSeconds: 60,
        },
      )
    }
  }

  /** @returns undefined when the PDF itself is at fault. */
  const tryStamp = async (pdf: Uint8Array, line: string): Promise<Uint8Array | undefined> => {
    try {
      return await stampPdf(pdf, line)
    } catch (error) {
      if (!(error instanceof DocumentRefusal) || !mend) throw error
      return undefined
    }
  }

  const stampMended = async (edition: string, pdf: Uint8Array, line: string): Promise<Uint8Array> => {
    const mended = await mend!(edition, pdf).catch((error: unknown) => {
      if (error instanceof MendedOtherwise) return undefined
      throw error
    })
    const stamped = mended && (await tryStamp(mended, line))
    if (stamped) return stamped
    log.error({ edition }, 'book cannot be watermarked; sending copies without a watermark')
    await onUnstamped?.(edition)
    return pdf
  }

  return (order) => {
    const line = markLine(order.mark)
    const name = createHash('sha256').update(`${stampVersion} ${line}`).digest('hex').slice(0, 12)
    return kept({
      key: `stamped/${order.entitlementId}/${order.edition}-${name}.pdf`,
      etag: `"${order.edition}-${name}"`,
      make: () => stamp(order, line),
    })
  }
}
