import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work that can be left at every `yield`. */
export type Slices<Result> = Generator<undefined, Result>

/** How long others may be kept waiting: this process streams the radio too. */
const sliceMs = 8

/**
 * Does long work a slice at a time; everything else comes in between.
 *
 * @param now A clock in milliseconds.
 */
export async function runSlices<Result>(work: Slices<Result>, now = () => performance.now()): Promise<Result> {
  for (;;) {
    const until = now() + sliceMs
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (now() < until)
    await nextTurn()
  }
}
