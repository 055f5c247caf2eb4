import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work that can be interrupted at every `yield`. */
export type Slices<Result> = Generator<undefined, Result>

/** Maximum time other work waits: this process also streams the radio. */
const sliceMs = 8

/**
 * Runs long work in slices and lets other work run in between.
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
