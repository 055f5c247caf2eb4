import { Worker } from 'node:worker_threads'
import { type ThreadLimits, type ThreadOutcome, threadOptions, watchMs } from './run-thread.ts'
import { createWorkQueue } from './work-queue.ts'

/** Does one piece of work after the other in one thread. @throws QueueFullError when too many wait already. */
export type ReusableThread<Task, Result> = (task: Task) => Promise<ThreadOutcome<Result>>

/**
 * Opens a thread that stays for the next piece of work: starting one costs more than short work itself, and each leaves
 * memory behind that the system's allocator does not give back. Work that asks for too much ends the thread, and the
 * next piece begins with a new one.
 *
 * @param file The thread's script; it answers every message with one message.
 * @param limits Of each piece of work.
 * @param maxWaiting How many pieces may wait for their turn.
 * @param idleMs After so long without work the thread is let go.
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
    // Who asked is told of its errors; between two pieces of work there is nobody to tell.
    return own.on('error', () => undefined).on('exit', () => (worker = worker === own ? undefined : worker))
  }

  async function work(task: Task): Promise<ThreadOutcome<Result>> {
    clearTimeout(idle)
    worker ??= begin()
    const outcome = await ask<Result>(worker, task, limits)
    if (!outcome.ok) letGo()
    // A thread that waits must not keep the process from ending.
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
    // It may end in between, and tells so itself.
    const watchNow = () => void computed().then(look, () => undefined)
    const watch = setInterval(watchNow, watchMs)
    worker.on('message', answered).on('error', fell).on('exit', left)
    // What it computed before is not counted. A thread that rests answers this only once it has something to do, so
    // nobody waits for it.
    watchNow()
    worker.postMessage(task)
  })
}
