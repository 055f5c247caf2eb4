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
export function createTurns(atOnce: number, mostWaiting: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new TooManyWaitError()
      // Whoever ends hands its turn on, so nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
