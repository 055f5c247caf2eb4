import pLimit from 'p-limit'

/** Thrown to whoever comes when too many wait already. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many wait for their turn already.')
    this.name = 'QueueFullError'
  }
}

/**
 * Lets only so many pieces of work run at a time, the others in the order they came.
 *
 * @param atOnce How many run at a time.
 * @param maxWaiting How many may wait; the next is refused with {@link QueueFullError}.
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
