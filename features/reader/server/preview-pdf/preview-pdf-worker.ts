import { parentPort, workerData } from 'node:worker_threads'
import type { RejectedPdf } from '../pdf/pdf-thread.ts'
import { writePreviewPdf } from './preview-pdf.ts'
import type { PreviewSource } from './preview-source.ts'

/* Thread that writes one preview. See pdf-thread.ts for its limits. */

try {
  const preview = new Uint8Array(await writePreviewPdf(workerData as PreviewSource))
  parentPort!.postMessage(preview, [preview.buffer])
} catch (error) {
  parentPort!.postMessage({ refused: String(error) } satisfies RejectedPdf)
}
