import { Worker } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import type { PdfJob, PdfLimits, PdfRefusal, PdfReply, PdfRequest, PdfResults } from './pdf-jobs.ts'

/**
 * A document for the renderer: an id of its bytes and a function that reads them on demand. `onWorked` is called with
 * the milliseconds of each job, without waiting time.
 */
export type PdfSource = { id: string; read(): Promise<Uint8Array>; onWorked?(ms: number): void }

/** A worker thread with PDFium that runs one job at a time. */
export type PdfThread = {
  /**
   *
   * @throws AppError `invalid-input` for an invalid document, `unavailable` when the job exceeded its limits or crashed
   *   the thread, which then ends.
   */
  run<Job extends PdfJob>(source: PdfSource, job: Job): Promise<PdfResults[Job['kind']]>
  isOver(): boolean
  /** Returns whether it uses more memory than its documents need, which is released only when the thread ends. */
  isWasteful(): boolean
  /** Returns whether it was ever ready: if not, its end was not caused by a document. */
  hasStarted(): boolean
  end(): Promise<void>
}

/** Interval at which the CPU time of a job is checked. */
const checkIntervalMs = 200

/** Start timeout of PDFium on a busy machine, in milliseconds. */
const startMs = 30_000

// In the sources the worker is in a subfolder; in the server bundle both are in one folder.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './thread/pdf-worker.ts' : './pdf-worker.js',
  import.meta.url,
)

const refusals: Record<Exclude<PdfRefusal, 'not-held'>, (page: number | undefined) => string> = {
  'encrypted': () => 'This PDF is password-protected. Remove the password and try again.',
  'protected': () => 'This PDF uses unsupported protection. Save it without protection and try again.',
  'broken': (page) =>
    `This PDF cannot be opened. ${page === undefined ? 'The file' : `Page ${page}`} may be damaged or incomplete.`,
  'page-size': (page) => `Page ${page} of this PDF has an invalid size. Fix or remove the page and try again.`,
  'too-many-pages': () => 'This PDF has too many pages.',
  'no-such-page': () => 'Page not found.',
}

const notStarted = { key: 'site.errors.noPages' }
const costly = { key: 'site.errors.complexPage' }

/** Starts a thread that does not keep the process alive. */
export function startThread(compiled: WebAssembly.Module, limits: PdfLimits): PdfThread {
  const worker = new Worker(workerFile, {
    workerData: { compiled, wasmMegabytes: limits.wasmMegabytes },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // The thread gets no environment, options or output of this process.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  worker.unref()
  let isOver = false
  let hasStarted = false
  let nextId = 1
  let spareBytes = 0
  let waiting: ((reply: PdfReply | Error) => void) | undefined

  const finish = (reply: PdfReply | Error) => {
    const settle = waiting
    waiting = undefined
    settle?.(reply)
  }
  let failure: Error | undefined
  const fail = (error: Error) => {
    isOver = true
    failure ??= error
    void worker.terminate()
    finish(failure)
  }
  worker.on('message', (reply: PdfReply) => {
    if (!('isReady' in reply)) finish(reply)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread has ended')))
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error('the thread did not start')), startMs)
    timer.unref()
    worker.once('message', () => {
      clearTimeout(timer)
      hasStarted = true
      resolve()
    })
    worker.once('exit', () => reject(failure ?? new Error('the thread did not start')))
  })
  ready.catch(() => undefined)

  const sendRequest = async (request: PdfRequest): Promise<PdfReply> => {
    const limitCheck = await enforceLimits(worker, limits, () => fail(new Error('the job took too long')))
    try {
      const reply = await new Promise<PdfReply | Error>((resolve) => {
        // The thread may have ended while its CPU time was read; the job would then wait for its timeout.
        if (isOver) return resolve(failure ?? new Error('the thread has ended'))
        waiting = resolve
        worker.postMessage(request)
      })
      if (reply instanceof Error) throw reply
      return reply
    } finally {
      limitCheck.stop()
    }
  }

  return {
    isOver: () => isOver,
    hasStarted: () => hasStarted,
    isWasteful: () => spareBytes > limits.spareMegabytes * 1024 * 1024,
    async run<Job extends PdfJob>(source: PdfSource, job: Job) {
      const request = { id: nextId, document: source.id, job }
      nextId += 1
      await ready.catch((cause: unknown) => {
        throw new AppError('unavailable', notStarted, { retryAfterSeconds: 5, cause })
      })
      const work = async (pdfRequest: PdfRequest) => {
        const start = performance.now()
        try {
          return await sendRequest(pdfRequest)
        } catch (cause) {
          throw new AppError('unavailable', costly, { cause })
        } finally {
          source.onWorked?.(performance.now() - start)
        }
      }
      let reply = await work(request)
      if ('ok' in reply && !reply.ok && reply.reason === 'not-held')
        reply = await work({ ...request, bytes: await source.read() })
      if ('isReady' in reply || (!reply.ok && reply.reason === 'not-held'))
        throw new Error('the thread sent an unexpected reply')
      ;({ spareBytes } = reply)
      if (!reply.ok) throw new AppError('invalid-input', refusals[reply.reason as keyof typeof refusals](reply.page))
      return reply.result as PdfResults[Job['kind']]
    },
    async end() {
      isOver = true
      await worker.terminate()
    },
  }
}

// Limits CPU time, so that a busy machine does not fail valid pages; the wall-clock limit ends waiting jobs.
async function enforceLimits(worker: Worker, limits: PdfLimits, tooMuch: () => void): Promise<{ stop(): void }> {
  const spent = async () => {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  }
  const before = await spent()
  const checkLimits = () =>
    spent().then(
      (now) => now - before > limits.cpuMs && tooMuch(),
      // The thread exited in between and has reported that itself.
      () => undefined,
    )
  const limitCheck = setInterval(checkLimits, checkIntervalMs)
  const timer = setTimeout(tooMuch, limits.timeoutMs)
  limitCheck.unref()
  timer.unref()
  return {
    stop() {
      clearInterval(limitCheck)
      clearTimeout(timer)
    },
  }
}
