import { type DrawnPage, longestPixels, mostPixels, widestPixels } from '../pdf-jobs.ts'
import { type OpenDocument, PdfError, withPage } from './open-document.ts'
import { bytesAt, type Pdfium } from './pdfium.ts'
import { settleColours } from './settle-colours.ts'

/** Annotations are drawn, and red comes first. */
const drawFlags = 0x01 | 0x10

/**
 * Draws a page on white, with its annotations and form fields.
 *
 * @param width Pixels; at most {@link widestPixels}, less for a page so long that it would exceed {@link mostPixels} or {@link longestPixels}.
 */
export function drawPage(pdfium: Pdfium, document: OpenDocument, page: number, width: number): DrawnPage {
  return withPage(pdfium, document, page, (handle) => {
    const size = sizeOf(pdfium.FPDF_GetPageWidthF(handle), pdfium.FPDF_GetPageHeightF(handle), width)
    const bitmap = pdfium.FPDFBitmap_Create(size.width, size.height, 0)
    if (bitmap === 0) throw new PdfError('broken')
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, 0xffffffff)
      pdfium.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, size.width, size.height, 0, drawFlags)
      if (document.form) pdfium.FPDF_FFLDraw(document.form, bitmap, handle, 0, 0, size.width, size.height, 0, drawFlags)
      // Four bytes a pixel leave no gap between rows.
      const drawn = bytesAt(pdfium, pdfium.FPDFBitmap_GetBuffer(bitmap), size.width * size.height * 4)
      return { ...size, ...settleColours(drawn, size.width, size.height) }
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap)
    }
  })
}

function sizeOf(pageWidth: number, pageHeight: number, asked: number): { width: number; height: number } {
  const ratio = pageHeight / pageWidth
  const width = Math.max(1, Math.floor(Math.min(asked, widestPixels, longestPixels / ratio, Math.sqrt(mostPixels / ratio))))
  return { width, height: Math.max(1, Math.min(Math.round(width * ratio), longestPixels)) }
}
