import { createHash } from 'node:crypto'
import type { PdfFacts } from '#platform/pdf/pdf-jobs.ts'
import type { PdfRenderer, PdfSource, Urgency } from '#platform/pdf/pdf-renderer.ts'

/**
 * Rewrites a PDF so that it looks the same.
 *
 * @throws AppError as the renderer does; {@link ChangedPagesError}.
 */
export type RewritePdf = (id: string, pdf: Uint8Array, urgency?: Urgency) => Promise<Uint8Array>

/** Thrown when the rewritten PDF looks different. */
export class ChangedPagesError extends Error {}

/** Every page is compared at this width. */
const compareWidth = 204

/**
 * Creates a function that rewrites a PDF, which removes restrictions and repairs its structure, and compares every
 * page of both. The same PDF gives the same bytes.
 *
 * @throws AppError as the renderer does; {@link ChangedPagesError}.
 */
export function createPdfRewriter(
  renderer: Pick<PdfRenderer, 'rewrite' | 'inspect' | 'drawPage'>,
  maxPages: number,
): RewritePdf {
  return async (id, pdf, urgency = 'soon') => {
    // A separate document: rendering may have changed the opened one.
    const rewritten = await renderer.rewrite({ id: `${id}:to-rewrite`, read: async () => pdf }, urgency)
    const before: PdfSource = { id, read: async () => pdf }
    const after = sourceOfBytes(rewritten)
    const [was, is] = [
      await renderer.inspect(before, maxPages, urgency),
      await renderer.inspect(after, maxPages, urgency),
    ]
    if (shapeOf(was) !== shapeOf(is)) throw new ChangedPagesError('its page count, page sizes or outline changed')
    for (let page = 1; page <= was.pageCount; page += 1) {
      const images = [before, after].map((source) => renderer.drawPage(source, page, compareWidth, urgency))
      const [shown, shownNow] = await Promise.all(images)
      if (!shown!.equals(shownNow!)) throw new ChangedPagesError(`page ${page} looks different`)
    }
    return rewritten
  }
}

const shapeOf = ({ pageCount, pageSizes, outline }: PdfFacts) => JSON.stringify([pageCount, pageSizes, outline])

/** Returns bytes in memory as a renderer source, named by their hash. */
export function sourceOfBytes(pdf: Uint8Array): PdfSource {
  return { id: createHash('sha256').update(pdf).digest('hex'), read: async () => pdf }
}
