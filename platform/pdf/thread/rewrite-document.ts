import { type OpenDocument, PdfError } from './open-document.ts'
import { bytesAt, type Pdfium, withMemory } from './pdfium.ts'

/** Flags of FPDF_SaveAsCopy: written from scratch, or without what locks it. @see fpdf_save.h of PDFium */
const fromScratch = 2
const withoutLock = 4

/**
 * Writes a document anew from what was understood of it: with a sound table of its objects, and without a lock on printing or changes. The
 * same document gives the same bytes.
 *
 * @throws PdfError `broken` when it cannot be written.
 */
export function rewriteDocument(pdfium: Pdfium, { handle }: OpenDocument): Uint8Array {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    const isWritten = pdfium.FPDF_SaveAsCopy(handle, writer, pdfium.EPDF_IsEncrypted(handle) ? withoutLock : fromScratch)
    const bytes = pdfium.PDFiumExt_GetFileWriterSize(writer)
    if (!isWritten || bytes < 1) throw new PdfError('broken')
    return withMemory(pdfium, bytes, (pointer) => {
      pdfium.PDFiumExt_GetFileWriterData(writer, pointer, bytes)
      return bytesAt(pdfium, pointer, bytes).slice()
    })
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}
