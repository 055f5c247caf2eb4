import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node'

type VitestNode = typeof import('vitest/node')
type Listener = (message: unknown) => void

// Vitest of the tested tree, which may be another checkout than this one.
const { ThreadsPoolWorker } = (await import(
  createRequire(join(process.cwd(), 'package.json')).resolve('vitest/node')
)) as VitestNode

/**
 * A worker thread that outlives test runs, so that a mutant costs only its tests and not the import of every package.
 *
 * Vitest starts and stops a worker in each run. This one answers both requests itself, and starts its thread only once.
 */
class PersistentWorker extends ThreadsPoolWorker {
  override name = 'persistent'
  readonly #listeners = new Set<Listener>()
  #config: unknown
  #isStarted = false

  override on(event: string, listener: Listener) {
    if (event === 'message') this.#listeners.add(listener)
    super.on(event, listener)
  }

  override off(event: string, listener: Listener) {
    this.#listeners.delete(listener)
    super.off(event, listener)
  }

  override send(message: WorkerRequest) {
    const request = message as unknown as { type?: string; context?: object }
    if (request.type === 'start') {
      // The configuration of each run names the tests to run, so it has to reach the thread with the run.
      this.#config = (request.context as { config: unknown }).config
      if (this.#isStarted) return this.#answer('started')
      this.#isStarted = true
    }
    if (request.type === 'stop') return this.#answer('stopped')
    if (request.type === 'run')
      return super.send({ ...message, context: { ...request.context, config: this.#config } } as WorkerRequest)
    super.send(message)
  }

  override async start() {
    if (!this.#isStarted) await super.start()
  }

  override async stop() {
    for (const listener of this.#listeners) super.off('message', listener)
    this.#listeners.clear()
  }

  #answer(type: 'started' | 'stopped') {
    const listeners = [...this.#listeners]
    setImmediate(() => {
      for (const listener of listeners) listener({ type, __vitest_worker_response__: true })
    })
  }
}

let worker: PoolWorker | undefined

/** A Vitest pool with a single {@link PersistentWorker}. */
export const persistentWorker: PoolRunnerInitializer = {
  name: 'persistent',
  createPoolWorker: (options: PoolOptions) => (worker ??= new PersistentWorker(options)),
}
