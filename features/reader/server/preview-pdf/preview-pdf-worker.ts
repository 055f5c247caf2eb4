import { parentPort, workerData } from 'node:worker_threads'
import { writePreviewPdf } from './preview-pdf.ts'
import type { PreviewSource } from './preview-source.ts'

/* The thread that writes one preview. See run-thread.ts for its limits. */

const preview = new Uint8Array(await writePreviewPdf(workerData as PreviewSource))
parentPort!.postMessage(preview, [preview.buffer])
