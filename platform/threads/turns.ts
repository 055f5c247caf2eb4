import pLimit from 'p-limit'

/** Thrown to whoever comes when too many wait already. */
export class TooManyWaitError extends Error {
  constructor() {
    super('Too many wait for their turn already.')
    this.name = 'TooManyWaitError'
  }
}

/**
 * Lets only so many pieces of work run at a time, the others in the order they came.
 *
 * @param atOnce How many run at a time.
 * @param mostWaiting How many may wait; the next is refused with {@link TooManyWaitError}.
 */
export function createTurns(
  atOnce: number,
  mostWaiting: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= mostWaiting) throw new TooManyWaitError()
    return limit(work)
  }
}
