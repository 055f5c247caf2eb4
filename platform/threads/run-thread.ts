import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Most that one piece of work may ask of the machine. */
export type ThreadLimits = {
  /** Time the thread may compute, whatever else the machine is doing. */
  cpuMs: number
  /** Time that may go by on the clock, for a thread that waits instead of computing. */
  timeoutMs: number
  /** Heap of the thread; memory it allocates outside of the heap is its own to bound. */
  heapMegabytes: number
}

/** The first message of the thread, or why there was none. */
export type ThreadOutcome<Result> =
  | { ok: true; result: Result }
  | { ok: false; reason: 'too-costly' | 'failed' | 'stopped' }

/** How often the computing time of a thread is looked at. */
export const watchMs = 250

/** What a thread is started with: limits, and nothing of ours: no secrets, no options, no voice. */
export function threadOptions({ heapMegabytes }: ThreadLimits): WorkerOptions {
  return {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  }
}

/**
 * Runs one piece of work in a thread of its own and ends that thread, whatever the work does to it.
 *
 * @param file The thread's script; it posts one message and is done.
 * @param signal Ends the work early.
 */
export function runThread<Result>(
  file: URL,
  workerData: unknown,
  limits: ThreadLimits,
  signal?: AbortSignal,
): Promise<ThreadOutcome<Result>> {
  return new Promise((resolve) => {
    const worker = new Worker(file, { ...threadOptions(limits), workerData })
    const finish = (outcome: ThreadOutcome<Result>) => {
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', stop)
      void worker.terminate()
      resolve(outcome)
    }
    const stop = () => finish({ ok: false, reason: 'stopped' })
    signal?.addEventListener('abort', stop)
    const timer = setTimeout(() => finish({ ok: false, reason: 'too-costly' }), limits.timeoutMs)
    const watch = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => {
          if ((user + system) / 1000 > limits.cpuMs) finish({ ok: false, reason: 'too-costly' })
        },
        // It ended in between, and has told so itself.
        () => undefined,
      )
    }, watchMs)
    worker.on('message', (result: Result) => finish({ ok: true, result }))
    worker.on('error', (error: NodeJS.ErrnoException) =>
      finish({ ok: false, reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-costly' : 'failed' }),
    )
    worker.on('exit', () => finish({ ok: false, reason: 'failed' }))
  })
}
