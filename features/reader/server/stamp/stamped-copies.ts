import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { KeptCopies, PdfCopy } from '../downloads/kept-copies.ts'
import { defaultThreadLimits, runThread, threadFile, type ThreadLimits } from '../downloads/run-thread.ts'
import { type Mark, markLine } from '../mark/mark-line.ts'
import { stampVersion } from './stamp-version.ts'

/** Which copy is wanted: of what, and for whom. */
export type StampOrder = { entitlementId: string; edition: string; mark: Mark; readPdf: () => Promise<Uint8Array> }

/** Brings a buyer's copy, stamped now or earlier. @throws AppError `unavailable` when it cannot be made; never an unstamped one. */
export type StampedCopies = (order: StampOrder) => Promise<PdfCopy>

type Options = {
  kept: KeptCopies
  log: Pick<FastifyBaseLogger, 'error'>
  limits?: ThreadLimits
  /** The thread; tests hand in one that misbehaves. */
  stampThread?: URL
}

/**
 * Stamped copies of bought books, kept under `stamped/{entitlement}/{edition}-{line}.pdf`: who corrects their address gets a copy
 * that says so.
 */
export function createStampedCopies({ kept, log, limits = defaultThreadLimits, stampThread }: Options): StampedCopies {
  const file = stampThread ?? threadFile('stamp-worker', import.meta.url)

  const stamp = async ({ edition, readPdf }: StampOrder, line: string): Promise<Uint8Array> => {
    try {
      // A copy of its own: what is handed to the thread is gone here.
      const pdf = new Uint8Array(await readPdf())
      return await runThread(file, { pdf, line }, [pdf.buffer], limits)
    } catch (error) {
      log.error({ err: error, edition }, 'a bought book could not be stamped')
      throw new AppError('unavailable', 'Your copy cannot be made ready just now. The book stays yours; please try again in a moment.', {
        retryAfterSeconds: 60,
      })
    }
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
