import { createWorkQueue, QueueFullError } from '#platform/threads/work-queue.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Lets a few renderings run at once, some more wait in order, and refuses the rest right away.
 *
 * One core does all the rendering: without a limit a crowd would make everybody wait, and fill the memory meanwhile. A
 * refusal says when to come back.
 */
export class RenderQueue {
  readonly #inTurn: ReturnType<typeof createWorkQueue>

  constructor({ maxRunning = 8, maxWaiting = 32 } = {}) {
    this.#inTurn = createWorkQueue(maxRunning, maxWaiting)
  }

  /** Runs the task when there is room, and throws `unavailable` when too many wait for it already. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await this.#inTurn(task)
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      throw new AppError('unavailable', 'The site is very busy. Try again in a moment.', {
        retryAfterSeconds: 1,
      })
    }
  }
}
