import { expect, test } from 'vitest'
import { runSlices } from './slices.ts'

test('long work finishes, and other work runs every eight milliseconds', async () => {
  let nowMs = 0
  let turns = 0
  let isOver = false
  const takeTurn = () => {
    turns += 1
    if (!isOver) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  const steps = await runSlices(
    (function* () {
      for (let step = 1; step <= 80; step += 1) {
        nowMs += 1
        yield
      }
      return 80
    })(),
    () => nowMs,
  )
  isOver = true
  expect(steps).toBe(80)
  expect(turns).toBeGreaterThanOrEqual(9)
})
