import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Resource limits of one task. */
export type ThreadLimits = {
  /** CPU time of the thread, independent of the machine's load. */
  cpuMs: number
  /** Wall-clock time, for a thread that waits instead of computing. */
  timeoutMs: number
  /** Heap size of the thread; the task must limit memory outside of the heap itself. */
  heapMegabytes: number
}

/** The first message of the thread, or the reason why there was none. */
export type ThreadOutcome<Result> =
  | { ok: true; result: Result }
  | { ok: false; reason: 'too-costly' | 'failed' | 'stopped' }

/** Interval at which the CPU time of a thread is checked. */
export const cpuCheckMs = 250

/** Returns worker options with limits and without environment, options or output of this process. */
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
 * Runs a task in a new worker thread and always ends the thread.
 *
 * @param file Script of the thread; it posts one message.
 * @param signal Aborts the task.
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
      clearInterval(cpuTimer)
      signal?.removeEventListener('abort', stop)
      void worker.terminate()
      resolve(outcome)
    }
    const stop = () => finish({ ok: false, reason: 'stopped' })
    signal?.addEventListener('abort', stop)
    const timer = setTimeout(() => finish({ ok: false, reason: 'too-costly' }), limits.timeoutMs)
    const cpuTimer = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => {
          if ((user + system) / 1000 > limits.cpuMs) finish({ ok: false, reason: 'too-costly' })
        },
        // The thread exited in between and has reported that itself.
        () => undefined,
      )
    }, cpuCheckMs)
    worker.on('message', (result: Result) => finish({ ok: true, result }))
    worker.on('error', (error: NodeJS.ErrnoException) =>
      finish({ ok: false, reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-costly' : 'failed' }),
    )
    worker.on('exit', () => finish({ ok: false, reason: 'failed' }))
  })
}
