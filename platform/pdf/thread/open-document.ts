import type { PdfRefusal } from '../pdf-jobs.ts'
import { bytesAt, type Pdfium } from './pdfium.ts'

/** A document that stays open between jobs. */
export type OpenDocument = { handle: number; form: number; pageCount: number; bytes: number; close(): void }

/** Says that the document itself is the reason. */
export class PdfError extends Error {
  readonly reason: PdfRefusal
  constructor(reason: PdfRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** What FPDF_GetLastError says of a document that wants a password, or was locked in a way PDFium does not know. */
const lockedErrors = new Set([4, 5])

/**
 * Opens a document and its forms.
 *
 * @throws PdfError `encrypted` when it opens with a password only, `broken` when it holds no page that can be reached.
 */
export function openDocument(pdfium: Pdfium, content: Uint8Array): OpenDocument {
  const file = pdfium.allocate(content.length)
  bytesAt(pdfium, file, content.length).set(content)
  const handle = pdfium.FPDF_LoadMemDocument(file, content.length, '')
  if (handle === 0) {
    const reason = lockedErrors.has(pdfium.FPDF_GetLastError()) ? 'encrypted' : 'broken'
    pdfium.free(file)
    throw new PdfError(reason)
  }
  const formInfo = pdfium.PDFiumExt_OpenFormFillInfo()
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(handle, formInfo)
  const close = () => {
    if (form) pdfium.PDFiumExt_ExitFormFillEnvironment(form)
    pdfium.PDFiumExt_CloseFormFillInfo(formInfo)
    pdfium.FPDF_CloseDocument(handle)
    pdfium.free(file)
  }
  const pageCount = pdfium.FPDF_GetPageCount(handle)
  if (pageCount < 1) {
    close()
    throw new PdfError('broken')
  }
  return { handle, form, pageCount, bytes: content.length, close }
}

/**
 * Lends a page to `work`, with its form fields.
 *
 * @param page 1 first.
 * @throws PdfError `no-such-page`, or `broken` for one that cannot be read.
 */
export function withPage<Result>(pdfium: Pdfium, document: OpenDocument, page: number, work: (handle: number) => Result): Result {
  if (page > document.pageCount) throw new PdfError('no-such-page')
  const handle = pdfium.FPDF_LoadPage(document.handle, page - 1)
  if (handle === 0) throw new PdfError('broken')
  if (document.form) pdfium.FORM_OnAfterLoadPage(handle, document.form)
  try {
    return work(handle)
  } finally {
    if (document.form) pdfium.FORM_OnBeforeClosePage(handle, document.form)
    pdfium.FPDF_ClosePage(handle)
  }
}
