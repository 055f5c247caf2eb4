import { parentPort, workerData } from 'node:worker_threads'
import type { PdfReply, PdfRequest, PdfResults } from '../pdf-jobs.ts'
import { drawPage } from './draw-page.ts'
import { inspectDocument } from './inspect-document.ts'
import { type OpenDocument, openDocument, PdfError } from './open-document.ts'
import { startPdfium } from './pdfium.ts'
import { readLines } from './read-lines.ts'
import { rewriteDocument } from './rewrite-document.ts'

/* The thread in which PDFs are opened, drawn and read, one job after the other. See pdf-thread.ts for its limits. */

/** Documents that stay open; the one not used for longest goes first. */
const heldDocuments = 8
const heldBytes = 160 * 1024 * 1024

const { compiled, wasmMegabytes } = workerData as { compiled: WebAssembly.Module; wasmMegabytes: number }
const pdfium = await startPdfium(compiled, wasmMegabytes)
const held = new Map<string, OpenDocument>()

parentPort!.on('message', (request: PdfRequest) => {
  try {
    const result = perform(request)
    say({ id: request.id, ok: true, result, spareBytes: spareBytes() }, moved(result))
  } catch (error) {
    // Anything but the document's own fault leaves PDFium in an unknown state: the thread ends, and another takes its place.
    if (!(error instanceof PdfError)) throw error
    say({ id: request.id, ok: false, reason: error.reason, page: error.page, spareBytes: spareBytes() })
  }
})
say({ isReady: true })

function perform(request: PdfRequest): PdfResults[keyof PdfResults] {
  const { job } = request
  const document = take(request)
  if (job.kind === 'inspect') return inspectDocument(pdfium, document, job.pageLimit)
  if (job.kind === 'rewrite') return rewriteDocument(pdfium, document)
  if (job.kind === 'draw') return drawPage(pdfium, document, job.page, job.width)
  return Array.from({ length: job.to - job.from + 1 }, (_, index) => readLines(pdfium, document, job.from + index))
}

function take({ document: name, bytes }: PdfRequest): OpenDocument {
  const known = held.get(name)
  if (!known && !bytes) throw new PdfError('not-held')
  if (!known) makeRoom(bytes!.length)
  const document = known ?? openDocument(pdfium, bytes!)
  held.delete(name)
  held.set(name, document)
  return document
}

function makeRoom(bytes: number) {
  const sum = () => [...held.values()].reduce((total, document) => total + document.bytes, bytes)
  for (const [name, document] of held) {
    if (held.size < heldDocuments && sum() <= heldBytes) return
    document.close()
    held.delete(name)
  }
}

/** Large results are handed over instead of copied. */
function moved(result: PdfResults[keyof PdfResults]): ArrayBuffer[] {
  if (result instanceof Uint8Array) return [result.buffer as ArrayBuffer]
  return 'pixels' in result ? [result.pixels.buffer as ArrayBuffer] : []
}

/** A document takes a few times its own bytes while it is open. */
const bytesOfOne = 4

function spareBytes(): number {
  const needed = [...held.values()].reduce((sum, { bytes }) => sum + bytes * bytesOfOne, 0)
  return pdfium.heap().buffer.byteLength - needed
}

function say(reply: PdfReply, moved: ArrayBuffer[] = []) {
  parentPort!.postMessage(reply, moved)
}
