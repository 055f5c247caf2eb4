import { type TransferListItem, Worker } from 'node:worker_threads'

/** Most that one PDF may ask of the machine while it is being written. */
export type ThreadLimits = { timeoutMs: number; heapMegabytes: number }

/** Three hundred pages take a second and 60 MB; these are for what nobody foresaw. */
export const defaultThreadLimits: ThreadLimits = { timeoutMs: 60_000, heapMegabytes: 384 }

/** What a thread says of a document that is at fault itself. */
export type Refused = { refused: string }

/** The document is at fault, and will be the next time. */
export class DocumentRefusal extends Error {}

/**
 * Gives one job to a thread of its own, which answers with the PDF it wrote, and ends that thread, whatever the job
 * does to it.
 *
 * @param file The thread's source.
 * @param transfer What is handed over instead of copied; the caller's own view of it is empty afterwards.
 * @throws DocumentRefusal when the thread says so; Error when the thread fails, ends or takes too long, or when what
 *   comes back is no PDF.
 */
export function runThread(
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
      // The thread needs nothing of ours: no secrets, no options, no voice.
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
      if (isRefused(pdf)) return fail(new DocumentRefusal(pdf.refused))
      if (!(pdf instanceof Uint8Array) || !isPdf(pdf)) return fail(new Error('no PDF came back'))
      end()
      resolve(pdf)
    })
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`the thread ended with ${code}`)))
  })
}

/**
 * Where a thread's source lies: beside the module that names it, or in the server's bundle, where all are files of one
 * folder.
 */
export function threadFile(name: string, beside: string): URL {
  return new URL(`./${name}.${beside.endsWith('.ts') ? 'ts' : 'js'}`, beside)
}

function isRefused(message: unknown): message is Refused {
  return typeof message === 'object' && message !== null && 'refused' in message
}

function isPdf(pdf: Uint8Array): boolean {
  return Buffer.from(pdf.subarray(0, 5)).toString('latin1') === '%PDF-'
}
