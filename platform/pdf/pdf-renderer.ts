import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createWorkQueue } from '#platform/threads/work-queue.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { encodePage } from './encode-page.ts'
import {
  defaultLimits,
  type DrawnPage,
  type PdfDescription,
  type PdfFacts,
  type PdfJob,
  type PdfLimits,
  type PdfResults,
  type PrintedLine,
} from './pdf-jobs.ts'
import { type PdfSource, type PdfThread, startThread } from './pdf-thread.ts'
import { createRefusedJobs } from './refused-jobs.ts'

export type { PdfSource } from './pdf-thread.ts'

/**
 * Priority of a job: for a visitor who sees a blank page, for a request that can wait, or in the background. Background
 * jobs use at most one thread.
 */
export type Urgency = 'now' | 'soon' | 'idle'

/** Renders and reads PDFs in worker threads, isolated from the process and from other documents. */
export type PdfRenderer = {
  /**
   *
   * @throws AppError `invalid-input` for a document that is locked, broken or longer than `pageLimit`; `unavailable`
   *   when it exceeds the limits.
   */
  inspect(source: PdfSource, pageLimit: number, urgency?: Urgency): Promise<PdfFacts>
  /**
   * Renders a page as WebP, lossless for text pages.
   *
   * @param page Page number, starting at 1.
   * @param width Pixels, up to 2448.
   * @throws AppError `invalid-input` for a missing page, `unavailable` when it exceeds the limits; that error is cached
   *   for ten minutes.
   */
  drawPage(source: PdfSource, page: number, width: number, urgency?: Urgency): Promise<Buffer>
  /**
   * Reads the lines of a range of pages, inclusive.
   *
   * @throws AppError as `drawPage` does.
   */
  readPages(source: PdfSource, from: number, to: number, urgency?: Urgency): Promise<PrintedLine[][]>
  /**
   * Rewrites a PDF with a valid structure and without restrictions; compare its content afterwards. The output is
   * deterministic.
   *
   * @throws AppError as `inspect` does.
   */
  rewrite(source: PdfSource, urgency?: Urgency): Promise<Uint8Array>
  /** Reads title and author from the document information. @throws AppError as `inspect` does. */
  describe(source: PdfSource): Promise<PdfDescription>
  close(): Promise<void>
}

type Task = {
  key: string
  urgency: Urgency
  start(thread: PdfThread): Promise<void>
  refuse(error: Error): void
  promise: Promise<unknown>
}

const urgencies: Urgency[] = ['now', 'soon', 'idle']
const maxWaiting = 1_000
/** Width above which lossless encoding takes hundreds of megabytes; such pages are encoded one at a time. */
const dearWidth = 1632

// Exists in Node, but not in its types.
declare const WebAssembly: { compile(program: Uint8Array): Promise<WebAssembly.Module> }

/**
 * Creates the renderer. Threads start with the first job and end when idle, since PDFium releases memory in no other
 * way.
 *
 * @param threads Number of concurrent jobs.
 * @param idleMs Idle time before a thread ends.
 */
export function createPdfRenderer({
  threads: threadCount = 2,
  limits = defaultLimits,
  idleMs = 60_000,
}: { threads?: number; limits?: PdfLimits; idleMs?: number } = {}): PdfRenderer {
  const threads: (PdfThread | undefined)[] = Array.from({ length: threadCount }, () => undefined)
  const isBusy = threads.map(() => false)
  const idle: (ReturnType<typeof setTimeout> | undefined)[] = []
  const waiting: Task[] = []
  const tasks = new Map<string, Task>()
  const refused = createRefusedJobs()
  const packed = new WeakMap<DrawnPage, Promise<Buffer>>()
  const expensiveQueue = createWorkQueue(1, Infinity)
  let idleRunning = 0
  let isClosed = false

  const next = (): Task | undefined => {
    for (const urgency of urgencies) {
      if (urgency === 'idle' && idleRunning > 0) return undefined
      const at = waiting.findIndex((task) => task.urgency === urgency)
      if (at >= 0) return waiting.splice(at, 1)[0]
    }
    return undefined
  }

  const pump = () => {
    for (let slot = 0; slot < threadCount; slot += 1) {
      const task = isBusy[slot] ? undefined : next()
      if (task) void work(slot, task)
    }
  }

  const work = async (slot: number, task: Task) => {
    const isIdle = task.urgency === 'idle'
    isBusy[slot] = true
    clearTimeout(idle[slot])
    idleRunning += isIdle ? 1 : 0
    try {
      const module = await compilePdfium()
      if (isClosed) return task.refuse(closing())
      if (threads[slot]?.isWasteful()) endThread(slot)
      const current = threads[slot]
      const thread = current && !current.isOver() ? current : startThread(module, limits)
      threads[slot] = thread
      await task.start(thread)
    } catch (error) {
      task.refuse(error as Error)
    } finally {
      isBusy[slot] = false
      idleRunning -= isIdle ? 1 : 0
      pump()
      if (!isBusy[slot]) idle[slot] = setTimeout(() => endThread(slot), idleMs).unref()
    }
  }

  const endThread = (slot: number) => {
    void threads[slot]?.end()
    threads[slot] = undefined
  }

  /** Encodes a page once for concurrent requests. */
  const pack = (page: DrawnPage, urgency: Urgency): Promise<Buffer> => {
    const known = packed.get(page)
    if (known) return known
    const encode = () => encodePage(page, urgency === 'now')
    const isDear = page.isPlain && page.width >= dearWidth
    const work = isDear ? expensiveQueue(encode) : encode()
    packed.set(page, work)
    return work
  }

  const submit = <Job extends PdfJob>(
    source: PdfSource,
    job: Job,
    urgency: Urgency,
  ): Promise<PdfResults[Job['kind']]> => {
    const key = `${source.id}:${JSON.stringify(job)}`
    const known = tasks.get(key)
    if (known) {
      if (urgencies.indexOf(urgency) < urgencies.indexOf(known.urgency)) known.urgency = urgency
      return known.promise as Promise<PdfResults[Job['kind']]>
    }
    const refusal = refused.find(key)
    if (refusal) return Promise.reject(refusal)
    if (isClosed) return Promise.reject(closing())
    if (waiting.length >= maxWaiting) {
      return Promise.reject(
        new AppError(
          'unavailable',
          { key: 'site.errors.tooManyPages' },
          {
            retryAfterSeconds: 3,
          },
        ),
      )
    }
    const { promise, resolve, reject } = Promise.withResolvers<PdfResults[Job['kind']]>()
    const settle = () => tasks.delete(key)
    // A page keeps its slot until it is encoded, to limit the memory of waiting pixels.
    const finish = async (result: PdfResults[Job['kind']]) => {
      if (job.kind === 'draw') await pack(result as DrawnPage, task.urgency).catch(() => undefined)
      resolve(result)
    }
    const task: Task = {
      key,
      urgency,
      promise,
      refuse: reject,
      start: (thread) =>
        thread.run(source, job).then(finish, (error: Error) => {
          if (isClosed) return reject(closing())
          // A page that crashed the thread would crash it again.
          const isToBlame = thread.hasStarted() && thread.isOver()
          if (isAppError(error) && error.code === 'unavailable' && isToBlame)
            refused.add(key, error.text ?? error.message)
          reject(error)
        }),
    }
    promise.then(settle, settle)
    tasks.set(key, task)
    waiting.push(task)
    pump()
    return promise
  }

  return {
    describe: (source) => submit(source, { kind: 'describe' }, 'soon'),
    inspect: (source, pageLimit, urgency = 'soon') => submit(source, { kind: 'inspect', pageLimit }, urgency),
    drawPage: async (source, page, width, urgency = 'now') =>
      pack(await submit(source, { kind: 'draw', page, width }, urgency), urgency),
    readPages: (source, from, to, urgency = 'now') => submit(source, { kind: 'read', from, to }, urgency),
    rewrite: (source, urgency = 'soon') => submit(source, { kind: 'rewrite' }, urgency),
    async close() {
      isClosed = true
      for (const timer of idle) clearTimeout(timer)
      for (const task of waiting.splice(0)) task.refuse(closing())
      await Promise.all(threads.map(async (thread) => thread?.end()))
    },
  }
}

/** Creates an error with a retry time; the document is fine. */
const closing = () => new AppError('unavailable', { key: 'site.errors.stopping' }, { retryAfterSeconds: 3 })

let compiled: Promise<WebAssembly.Module> | undefined

// Compiled once for all renderers, so that threads start in about 30 ms.
function compilePdfium(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  compiled ??= readFile(path)
    .then((program) => WebAssembly.compile(program))
    .catch((error: unknown) => {
      // A failed read is retried for the next page.
      compiled = undefined
      throw error
    })
  return compiled
}
