import { cutText } from '#shared/cut-text.ts'
import type { OutlineEntry, PageSizeRun, PdfDescription, PdfFacts } from '../pdf-jobs.ts'
import { type OpenDocument, PdfError, withPage } from './document/open-document.ts'
import { type Pdfium, readString, withMemory } from './document/pdfium.ts'

/** Limits of an outline; further entries are omitted. */
const maxEntries = 2_000
const deepest = 8
const longestTitle = 300

/** Maximum page size; the limit of the format is 14,400. */
const largestPoints = 100_000

/**
 * Reads the metadata of a document.
 *
 * @throws PdfError `too-many-pages`, or `page-size` with the invalid page.
 */
export function inspectDocument(pdfium: Pdfium, document: OpenDocument, pageLimit: number): PdfFacts {
  if (document.pageCount > pageLimit) throw new PdfError('too-many-pages')
  return {
    pageCount: document.pageCount,
    pageSizes: readPageSizes(pdfium, document),
    outline: readOutline(pdfium, document),
    isLocked: pdfium.EPDF_IsEncrypted(document.handle),
  }
}

/** Reads title and author from the document information. */
export function describeDocument(pdfium: Pdfium, { handle }: OpenDocument): PdfDescription {
  const read = (tag: string) =>
    cutText(
      readString(pdfium, 'utf-16le', (buffer, bytes) => pdfium.FPDF_GetMetaText(handle, tag, buffer, bytes))
        // oxlint-disable-next-line no-control-regex -- some programs end these texts with NUL
        .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
        .trim(),
      longestTitle,
    )
  return { title: read('Title'), author: read('Author') }
}

function readPageSizes(pdfium: Pdfium, document: OpenDocument): PageSizeRun[] {
  const runs: PageSizeRun[] = []
  withMemory(pdfium, 8, (size) => {
    for (let from = 1; from <= document.pageCount; from += 1) {
      const isThere = pdfium.FPDF_GetPageSizeByIndexF(document.handle, from - 1, size)
      if (!isThere) throw new PdfError('broken', from)
      let width = round(pdfium.heap().getFloat32(size, true))
      let height = round(pdfium.heap().getFloat32(size + 4, true))
      // Loading resets an empty crop box to the whole sheet.
      if (!(width > 0 && height > 0))
        [width, height] = withPage(pdfium, document, from, (page) => [
          round(pdfium.FPDF_GetPageWidthF(page)),
          round(pdfium.FPDF_GetPageHeightF(page)),
        ])
      if (!(width > 0 && height > 0 && width < largestPoints && height < largestPoints))
        throw new PdfError('page-size', from)
      const last = runs.at(-1)
      if (last?.width !== width || last.height !== height) runs.push({ from, width, height })
    }
  })
  return runs
}

// Outlines can contain cycles, so every entry is visited once.
function readOutline(pdfium: Pdfium, document: OpenDocument): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()
  const walk = (first: number, depth: number) => {
    for (let at = first; at !== 0; at = pdfium.FPDFBookmark_GetNextSibling(document.handle, at)) {
      if (seen.has(at) || seen.size >= maxEntries) return
      seen.add(at)
      const text = readString(pdfium, 'utf-16le', (buffer, bytes) => pdfium.FPDFBookmark_GetTitle(at, buffer, bytes))
      const title = cutText(text.replaceAll(/\s+/g, ' ').trim(), longestTitle)
      const page = pageOf(pdfium, document, at)
      if (title && page) entries.push({ title, page, depth })
      if (depth + 1 < deepest) walk(pdfium.FPDFBookmark_GetFirstChild(document.handle, at), depth + 1)
    }
  }
  walk(pdfium.FPDFBookmark_GetFirstChild(document.handle, 0), 0)
  return entries
}

function pageOf(pdfium: Pdfium, document: OpenDocument, bookmark: number): number | undefined {
  const action = pdfium.FPDFBookmark_GetAction(bookmark)
  const target =
    pdfium.FPDFBookmark_GetDest(document.handle, bookmark) ||
    (action ? pdfium.FPDFAction_GetDest(document.handle, action) : 0)
  const index = target ? pdfium.FPDFDest_GetDestPageIndex(document.handle, target) : -1
  return index >= 0 && index < document.pageCount ? index + 1 : undefined
}

const round = (points: number) => Math.round(points * 100) / 100
