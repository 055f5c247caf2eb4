import fc from 'fast-check'
import { test } from 'vitest'
import { createWorld, type ActName } from './test-speaker-world.ts'

const weights: Record<ActName, number> = {
  play: 6,
  pause: 3,
  end: 3,
  endLate: 1,
  fail: 1,
  refuse: 2,
  navigate: 1,
  shotEnds: 1,
  timer: 5,
  message: 10,
  missed: 2,
  time: 2,
  mistake: 1,
  leave: 1,
  die: 1,
}
const act = fc.tuple(
  fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as ActName) }))),
  fc.nat(2),
  fc.nat(3),
  fc.nat(9),
)

test('whatever happens in two or three tabs, in whatever order: never two sounds, never an unwanted return, nothing forgotten', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 3 }), fc.array(act, { maxLength: 60, size: 'max' }), (tabCount, acts) => {
      const world = createWorld(tabCount)
      for (const each of acts) world.act(...each)
      world.settle()
    }),
    { numRuns: 10_000 },
  )
})
