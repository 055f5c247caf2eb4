import { parentPort, workerData } from 'node:worker_threads'
import {
  type PdfReply,
  type PdfRequest,
  type PdfResults,
  type DrawnPage,
  maxHeightPixels,
  maxPixels,
  maxWidthPixels,
} from '../pdf-jobs.ts'
import { describeDocument, inspectDocument } from './inspect-document.ts'
import { type OpenDocument, openDocument, PdfError, withPage } from './document/open-document.ts'
import { startPdfium, bytesAt, type Pdfium, withMemory } from './document/pdfium.ts'
import { readLines } from './read-lines.ts'
import { settleColours } from './settle-colours.ts'

/** Render flags: with annotations, RGB order. */
const drawFlags = 0x01 | 0x10

/**
 * Renders a page on white, with annotations and form fields.
 *
 * @param width Pixels; at most {@link maxWidthPixels}, less for a page so long that it would exceed {@link maxPixels}
 *   or {@link maxHeightPixels}.
 */
function drawPage(pdfium: Pdfium, document: OpenDocument, page: number, width: number): DrawnPage {
  return withPage(pdfium, document, page, (handle) => {
    const size = sizeOf(pdfium.FPDF_GetPageWidthF(handle), pdfium.FPDF_GetPageHeightF(handle), width)
    const bitmap = pdfium.FPDFBitmap_Create(size.width, size.height, 0)
    if (bitmap === 0) throw new PdfError('broken')
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, 0xffffffff)
      pdfium.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, size.width, size.height, 0, drawFlags)
      if (document.form) pdfium.FPDF_FFLDraw(document.form, bitmap, handle, 0, 0, size.width, size.height, 0, drawFlags)
      // With four bytes per pixel, rows have no padding.
      const drawn = bytesAt(pdfium, pdfium.FPDFBitmap_GetBuffer(bitmap), size.width * size.height * 4)
      return { ...size, ...settleColours(drawn, size.width, size.height) }
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap)
    }
  })
}

function sizeOf(pageWidth: number, pageHeight: number, requested: number): { width: number; height: number } {
  const ratio = pageHeight / pageWidth
  const width = Math.max(
    1,
    Math.floor(Math.min(requested, maxWidthPixels, maxHeightPixels / ratio, Math.sqrt(maxPixels / ratio))),
  )
  return { width, height: Math.max(1, Math.min(Math.round(width * ratio), maxHeightPixels)) }
}

/**
 * Flags of FPDF_SaveAsCopy: rewrite, or remove security.
 *
 * @see fpdf_save.h of PDFium
 */
const fromScratch = 2
const withoutLock = 4

/**
 * Rewrites a parsed document with a valid object table and without restrictions. The output is deterministic.
 *
 * @throws PdfError `broken` when it cannot be written.
 */
function rewriteDocument(pdfium: Pdfium, { handle }: OpenDocument): Uint8Array {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    const isWritten = pdfium.FPDF_SaveAsCopy(
      handle,
      writer,
      pdfium.EPDF_IsEncrypted(handle) ? withoutLock : fromScratch,
    )
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

/* Worker thread that renders and reads PDFs sequentially. See pdf-thread.ts for its limits. */

/** Cache of open documents; the least recently used is closed first. */
const maxOpenDocuments = 8
const maxOpenBytes = 160 * 1024 * 1024

const { compiled, wasmMegabytes } = workerData as { compiled: WebAssembly.Module; wasmMegabytes: number }
const pdfium = await startPdfium(compiled, wasmMegabytes)
const openDocuments = new Map<string, OpenDocument>()

parentPort!.on('message', (request: PdfRequest) => {
  try {
    const result = perform(request)
    say({ id: request.id, ok: true, result, spareBytes: spareBytes() }, moved(result))
  } catch (error) {
    // Any other error leaves PDFium in an unknown state, so the thread ends and is replaced.
    if (!(error instanceof PdfError)) throw error
    say({ id: request.id, ok: false, reason: error.reason, page: error.page, spareBytes: spareBytes() })
  }
})
say({ isReady: true })

function perform(request: PdfRequest): PdfResults[keyof PdfResults] {
  const { job } = request
  const document = openOrReuse(request)
  if (job.kind === 'describe') return describeDocument(pdfium, document)
  if (job.kind === 'inspect') return inspectDocument(pdfium, document, job.pageLimit)
  if (job.kind === 'rewrite') return rewriteDocument(pdfium, document)
  if (job.kind === 'draw') return drawPage(pdfium, document, job.page, job.width)
  return Array.from({ length: job.to - job.from + 1 }, (_, index) => readLines(pdfium, document, job.from + index))
}

function openOrReuse({ document: name, bytes }: PdfRequest): OpenDocument {
  const known = openDocuments.get(name)
  if (!known && !bytes) throw new PdfError('not-held')
  if (!known) makeRoom(bytes!.length)
  const document = known ?? openDocument(pdfium, bytes!)
  openDocuments.delete(name)
  openDocuments.set(name, document)
  return document
}

function makeRoom(bytes: number) {
  const sum = () => [...openDocuments.values()].reduce((total, document) => total + document.bytes, bytes)
  for (const [name, document] of openDocuments) {
    if (openDocuments.size < maxOpenDocuments && sum() <= maxOpenBytes) return
    document.close()
    openDocuments.delete(name)
  }
}

/** Large results are transferred instead of copied. */
function moved(result: PdfResults[keyof PdfResults]): ArrayBuffer[] {
  if (result instanceof Uint8Array) return [result.buffer as ArrayBuffer]
  return 'pixels' in result ? [result.pixels.buffer as ArrayBuffer] : []
}

/** An open document takes a few times its size. */
const bytesOfOne = 4

function spareBytes(): number {
  const needed = [...openDocuments.values()].reduce((sum, { bytes }) => sum + bytes * bytesOfOne, 0)
  return pdfium.heap().buffer.byteLength - needed
}

function say(reply: PdfReply, moved: ArrayBuffer[] = []) {
  parentPort!.postMessage(reply, moved)
}
