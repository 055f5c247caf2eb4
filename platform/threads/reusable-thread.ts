import { Worker } from 'node:worker_threads'
import { type ThreadLimits, type ThreadOutcome, threadOptions, watchMs } from './run-thread.ts'
import { createWorkQueue } from './work-queue.ts'

/**
 * Runs tasks sequentially in one worker thread.
 *
 * @throws QueueFullError when too many tasks are queued.
 */
export type ReusableThread<Task, Result> = (task: Task) => Promise<ThreadOutcome<Result>>

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
  const inTurn = createWorkQueue(1, maxWaiting)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const letGo = () => {
    void worker?.terminate()
    worker = undefined
  }

  function begin(): Worker {
    const own = new Worker(file, threadOptions(limits))
    // Errors are reported to the running task; without one there is no receiver.
    return own.on('error', () => undefined).on('exit', () => (worker = worker === own ? undefined : worker))
  }

  async function work(task: Task): Promise<ThreadOutcome<Result>> {
    clearTimeout(idle)
    worker ??= begin()
    const outcome = await ask<Result>(worker, task, limits)
    if (!outcome.ok) letGo()
    // An idle thread must not keep the process alive.
    worker?.unref()
    idle = setTimeout(letGo, idleMs).unref()
    return outcome
  }

  return (task) => inTurn(() => work(task))
}

function ask<Result>(worker: Worker, task: unknown, limits: ThreadLimits): Promise<ThreadOutcome<Result>> {
  worker.ref()
  const computed = () => worker.cpuUsage().then(({ user, system }) => (user + system) / 1000)
  let before: number | undefined
  return new Promise((resolve) => {
    const finish = (outcome: ThreadOutcome<Result>) => {
      clearTimeout(timer)
      clearInterval(watch)
      worker.off('message', answered).off('error', fell).off('exit', left)
      resolve(outcome)
    }
    const answered = (result: Result) => finish({ ok: true, result })
    const tooCostly = () => finish({ ok: false, reason: 'too-costly' })
    const left = () => finish({ ok: false, reason: 'failed' })
    const fell = (error: NodeJS.ErrnoException) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly() : left())
    const timer = setTimeout(tooCostly, limits.timeoutMs)
    const look = (ms: number) => (ms - (before ??= ms) > limits.cpuMs ? tooCostly() : undefined)
    // The thread may exit in between and reports that itself.
    const watchNow = () => void computed().then(look, () => undefined)
    const watch = setInterval(watchNow, watchMs)
    worker.on('message', answered).on('error', fell).on('exit', left)
    // Earlier CPU time is not counted. An idle thread replies only once it has work, so this is not awaited.
    watchNow()
    worker.postMessage(task)
  })
}
