import { type TransferListItem, Worker } from 'node:worker_threads'

/** Limits for writing one PDF. */
export type ThreadLimits = { timeoutMs: number; heapMegabytes: number }

/** Three hundred pages take a second and 60 MB; the limits are meant for unusual files. */
export const defaultThreadLimits: ThreadLimits = { timeoutMs: 60_000, heapMegabytes: 384 }

/** Message of a thread about an unusable document. */
export type RejectedPdf = { refused: string }

/** Thrown for documents that will fail every time. */
export class UnusablePdfError extends Error {}

/**
 * Runs one job in its own thread, which returns the PDF it wrote, and always ends the thread.
 *
 * @param file The thread's source.
 * @param transfer Buffers to transfer instead of copying; the caller can no longer use them.
 * @throws UnusablePdfError when the thread rejects the document; Error when the thread fails, exits, times out, or
 *   returns something else.
 */
export function runPdfThread(
  file: URL,
  job: unknown,
  transfer: TransferListItem[],
  limits: ThreadLimits,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, {
      workerData: job,
      transferList: transfer,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      // The thread gets no secrets, no options and no output.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    const end = () => {
      clearTimeout(timer)
      void worker.terminate()
    }
    const fail = (error: Error) => {
      end()
      reject(error)
    }
    const timer = setTimeout(() => fail(new Error('the thread took too long')), limits.timeoutMs)
    worker.on('message', (pdf: unknown) => {
      if (isRejected(pdf)) return fail(new UnusablePdfError(pdf.refused))
      if (!(pdf instanceof Uint8Array) || !isPdf(pdf)) return fail(new Error('no PDF was returned'))
      end()
      resolve(pdf)
    })
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`the thread ended with ${code}`)))
  })
}

/**
 * Returns the source of a thread, which is beside the module that names it or, in the server's bundle, in the single
 * output folder.
 */
export function threadUrl(name: string, beside: string): URL {
  return new URL(`./${name}.${beside.endsWith('.ts') ? 'ts' : 'js'}`, beside)
}

function isRejected(message: unknown): message is RejectedPdf {
  return typeof message === 'object' && message !== null && 'refused' in message
}

function isPdf(pdf: Uint8Array): boolean {
  return Buffer.from(pdf.subarray(0, 5)).toString('latin1') === '%PDF-'
}
