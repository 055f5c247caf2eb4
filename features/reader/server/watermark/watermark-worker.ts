import { parentPort, workerData } from 'node:worker_threads'
import type { RejectedPdf } from '../pdf/pdf-thread.ts'
import { watermarkPdf } from './watermark-pdf.ts'

/* Thread that watermarks one PDF. See pdf-thread.ts for its limits. */

const { pdf, line } = workerData as { pdf: Uint8Array; line: string }

// The library logs every oddity of a file to the console.
Object.assign(console, { warn: () => undefined, error: () => undefined })

try {
  const result = new Uint8Array(await watermarkPdf(pdf, line))
  parentPort!.postMessage(result, [result.buffer])
} catch (error) {
  // A PDF that the library cannot process will fail every time; a crash of the thread may be temporary.
  parentPort!.postMessage({ refused: String(error) } satisfies RejectedPdf)
}
