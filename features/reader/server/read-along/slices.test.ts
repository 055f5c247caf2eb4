import { expect, test } from 'vitest'
import { runSlices } from './slices.ts'

test('long work comes to its end, and others get their turn in between', async () => {
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  const sum = await runSlices(
    (function* () {
      let all = 0
      for (const until = performance.now() + 200; performance.now() < until; all += 1) yield
      return all
    })(),
  )
  clearInterval(ticking)
  expect(sum).toBeGreaterThan(0)
  expect(turns).toBeGreaterThan(3)
})
