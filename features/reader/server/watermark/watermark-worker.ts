import { parentPort, workerData } from 'node:worker_threads'
import type { Refused } from '../pdf/pdf-thread.ts'
import { stampPdf } from './watermark-pdf.ts'

/* The thread that stamps one PDF. See run-thread.ts for its limits. */

const { pdf, line } = workerData as { pdf: Uint8Array; line: string }

// The library tells the console about every oddity of a file.
Object.assign(console, { warn: () => undefined, error: () => undefined })

try {
  const stamped = new Uint8Array(await stampPdf(pdf, line))
  parentPort!.postMessage(stamped, [stamped.buffer])
} catch (error) {
  // What the library cannot do with this PDF it cannot do tomorrow either; a thread that breaks is another matter.
  parentPort!.postMessage({ refused: String(error) } satisfies Refused)
}
