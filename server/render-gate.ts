import { AppError } from '#shared/errors.ts'

/**
 * Lets a few renderings run at once, some more wait in order, and refuses the rest right away.
 *
 * One core does all the rendering: without a limit a crowd would make everybody wait, and fill the memory meanwhile. A refusal says when
 * to come back.
 */
export class RenderGate {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ maxRunning = 8, maxWaiting = 32 } = {}) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  /** Runs the task when there is room, and throws `unavailable` when too many wait for it already. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await task()
    } finally {
      // Who waits takes the place over, so nobody who comes now can slip in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#running < this.#maxRunning) {
      this.#running += 1
      return undefined
    }
    if (this.#waiting.length >= this.#maxWaiting)
      throw new AppError('unavailable', 'Too many people at once. Please try again in a moment.', { retryAfterSeconds: 1 })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
