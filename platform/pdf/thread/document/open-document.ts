import type { PdfRefusal } from '../../pdf-jobs.ts'
import { bytesAt, type Pdfium } from './pdfium.ts'

/** An open document, cached between jobs. */
export type OpenDocument = { handle: number; form: number; pageCount: number; bytes: number; close(): void }

/** Thrown for an invalid document, with the page if known. */
export class PdfError extends Error {
  readonly reason: PdfRefusal
  readonly page: number | undefined
  constructor(reason: PdfRefusal, page?: number) {
    super(reason)
    this.reason = reason
    this.page = page
  }
}

/** Codes of FPDF_GetLastError for password-protected documents and unsupported protection. */
const lockedErrors = new Map<number, PdfRefusal>([
  [4, 'encrypted'],
  [5, 'protected'],
])

/** Size of a crop box that covers any sheet, in points. */
const wholeSheet = 1_000_000

/**
 * Opens a document with its forms.
 *
 * @throws PdfError `encrypted` when it needs a password, `protected` for unsupported protection, `broken` without
 *   readable pages.
 */
export function openDocument(pdfium: Pdfium, content: Uint8Array): OpenDocument {
  const file = pdfium.allocate(content.length)
  bytesAt(pdfium, file, content.length).set(content)
  const handle = pdfium.FPDF_LoadMemDocument(file, content.length, '')
  if (handle === 0) {
    const reason = lockedErrors.get(pdfium.FPDF_GetLastError()) ?? 'broken'
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
 * Runs a function with a loaded page and its form fields.
 *
 * @param page Page number, starting at 1.
 * @throws PdfError `no-such-page`, or `broken` for an unreadable page.
 */
export function withPage<Result>(
  pdfium: Pdfium,
  document: OpenDocument,
  page: number,
  work: (handle: number) => Result,
): Result {
  if (page > document.pageCount) throw new PdfError('no-such-page')
  const handle = loadPage(pdfium, document, page)
  if (document.form) pdfium.FORM_OnAfterLoadPage(handle, document.form)
  try {
    return work(handle)
  } finally {
    if (document.form) pdfium.FORM_OnBeforeClosePage(handle, document.form)
    pdfium.FPDF_ClosePage(handle)
  }
}

/** Loads a page; one with an empty crop box is shown completely, as in other viewers. */
function loadPage(pdfium: Pdfium, document: OpenDocument, page: number): number {
  const load = () => {
    const handle = pdfium.FPDF_LoadPage(document.handle, page - 1)
    if (handle === 0) throw new PdfError('broken', page)
    return handle
  }
  const handle = load()
  if (pdfium.FPDF_GetPageWidthF(handle) > 0 && pdfium.FPDF_GetPageHeightF(handle) > 0) return handle
  pdfium.FPDFPage_SetCropBox(handle, -wholeSheet, -wholeSheet, wholeSheet, wholeSheet)
  pdfium.FPDF_ClosePage(handle)
  return load()
}
