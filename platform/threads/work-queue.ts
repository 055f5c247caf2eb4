import pLimit from 'p-limit'

/** Thrown when too many tasks are queued. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many requests are waiting. Try again in a moment.')
    this.name = 'QueueFullError'
  }
}

/**
 * Creates a queue that runs a limited number of tasks at a time, in order.
 *
 * @param atOnce Number of concurrent tasks.
 * @param maxWaiting Maximum number of queued tasks; further tasks are rejected with {@link QueueFullError}.
 */
export function createWorkQueue(
  atOnce: number,
  maxWaiting: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= maxWaiting) throw new QueueFullError()
    return limit(work)
  }
}
