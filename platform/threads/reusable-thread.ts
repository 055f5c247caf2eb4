import { Worker } from 'node:worker_threads'
import { type ThreadLimits, type ThreadOutcome, threadOptions, cpuCheckMs } from './run-thread.ts'
import { createWorkQueue } from './work-queue.ts'

/**
 * Runs tasks sequentially in one worker thread.
 *
 * @throws QueueFullError when too many tasks are queued.
 */
type ReusableThread<Task, Result> = (task: Task) => Promise<ThreadOutcome<Result>>

/**
 * Creates a worker thread that is reused for further tasks: starting one costs more than a short task, and each start
 * leaks memory that the system allocator does not return. A task that exceeds its limits ends the thread, and the next
 * task starts a new one.
 *
 * @param file Script of the thread; it replies to every message with one message.
 * @param limits Limits per task.
 * @param maxWaiting Maximum number of queued tasks.
 * @param idleMs Idle time after which the thread ends.
 */
export function createReusableThread<Task, Result>(
  file: URL,
  limits: ThreadLimits,
  { maxWaiting, idleMs = 30_000 }: { maxWaiting: number; idleMs?: number },
): ReusableThread<Task, Result> {
  const enqueue = createWorkQueue(1, maxWaiting)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const terminate = () => {
    void worker?.terminate()
    worker = undefined
  }

  function startWorker(): Worker {
    const own = new Worker(file, threadOptions(limits))
    // Errors are reported to the running task; without one there is no receiver.
    return own.on('error', () => undefined).on('exit', () => (worker = worker === own ? undefined : worker))
  }

  async function runTask(task: Task): Promise<ThreadOutcome<Result>> {
    clearTimeout(idle)
    worker ??= startWorker()
    const outcome = await post<Result>(worker, task, limits)
    if (!outcome.ok) terminate()
    // An idle thread must not keep the process alive.
    worker?.unref()
    idle = setTimeout(terminate, idleMs).unref()
    return outcome
  }

  return (task) => enqueue(() => runTask(task))
}

function post<Result>(worker: Worker, task: unknown, limits: ThreadLimits): Promise<ThreadOutcome<Result>> {
  worker.ref()
  const cpuMs = () => worker.cpuUsage().then(({ user, system }) => (user + system) / 1000)
  let before: number | undefined
  return new Promise((resolve) => {
    const finish = (outcome: ThreadOutcome<Result>) => {
      clearTimeout(timer)
      clearInterval(cpuTimer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve(outcome)
    }
    const onMessage = (result: Result) => finish({ ok: true, result })
    const tooCostly = () => finish({ ok: false, reason: 'too-costly' })
    const onExit = () => finish({ ok: false, reason: 'failed' })
    const onError = (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly() : onExit()
    const timer = setTimeout(tooCostly, limits.timeoutMs)
    const checkCpu = (ms: number) => (ms - (before ??= ms) > limits.cpuMs ? tooCostly() : undefined)
    // The thread may exit in between and reports that itself.
    const checkNow = () => void cpuMs().then(checkCpu, () => undefined)
    const cpuTimer = setInterval(checkNow, cpuCheckMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    // Earlier CPU time is not counted. An idle thread replies only once it has work, so this is not awaited.
    checkNow()
    worker.postMessage(task)
  })
}
