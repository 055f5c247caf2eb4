import { createWorkQueue, QueueFullError } from '#platform/threads/work-queue.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Limits concurrent renderings, queues some more in order, and rejects the rest. One core does all rendering: without a
 * limit, a traffic spike would slow down every request and fill the memory.
 */
export class RenderQueue {
  readonly #inTurn: ReturnType<typeof createWorkQueue>

  constructor({ maxRunning = 8, maxWaiting = 32 } = {}) {
    this.#inTurn = createWorkQueue(maxRunning, maxWaiting)
  }

  /** Runs a task when a slot is free; throws `unavailable` when the queue is full. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await this.#inTurn(task)
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      throw new AppError(
        'unavailable',
        { key: 'site.errors.busy' },
        {
          retryAfterSeconds: 1,
        },
      )
    }
  }
}
