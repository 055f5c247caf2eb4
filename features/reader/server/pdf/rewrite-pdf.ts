import type { PdfFacts } from '#platform/pdf/pdf-jobs.ts'
import type { PdfRenderer, PdfSource, Urgency } from '#platform/pdf/pdf-renderer.ts'
import { sourceOfBytes } from '../edition.ts'

/**
 * Brings a PDF in another writing of it, which shows the same.
 *
 * @throws AppError as the renderer does, and for one that
 * shows something else.
 */
export type MendPdf = (id: string, pdf: Uint8Array, urgency?: Urgency) => Promise<Uint8Array>

/** The writing of a PDF shows another thing than the PDF. */
export class MendedOtherwise extends Error {}

/** Every page is compared at this width. */
const compareWidth = 204

/**
 * Writes a PDF anew, which takes a lock on printing or changes away and gives a damaged structure a sound one, and
 * compares every page of both. The same PDF gives the same bytes.
 *
 * @throws AppError as the renderer does; {@link MendedOtherwise}.
 */
export function createMending(
  renderer: Pick<PdfRenderer, 'rewrite' | 'inspect' | 'drawPage'>,
  mostPages: number,
): MendPdf {
  return async (id, pdf, urgency = 'soon') => {
    // A document of its own: what was opened to be drawn may hold what drawing made of it.
    const rewritten = await renderer.rewrite({ id: `${id}:to-rewrite`, read: async () => pdf }, urgency)
    const before: PdfSource = { id, read: async () => pdf }
    const after = sourceOfBytes(rewritten)
    const [was, is] = [
      await renderer.inspect(before, mostPages, urgency),
      await renderer.inspect(after, mostPages, urgency),
    ]
    if (shapeOf(was) !== shapeOf(is)) throw new MendedOtherwise('it has other pages')
    for (let page = 1; page <= was.pageCount; page += 1) {
      const pictures = [before, after].map((source) => renderer.drawPage(source, page, compareWidth, urgency))
      const [shown, shownNow] = await Promise.all(pictures)
      if (!shown!.equals(shownNow!)) throw new MendedOtherwise(`page ${page} looks different`)
    }
    return rewritten
  }
}

const shapeOf = ({ pageCount, pageSizes, outline }: PdfFacts) => JSON.stringify([pageCount, pageSizes, outline])
