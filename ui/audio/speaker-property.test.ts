import fc from 'fast-check'
import { test } from 'vitest'
import { createWorld, type ActName } from './test-speaker-simulation.ts'

const weights: Record<ActName, number> = {
  play: 6,
  pause: 3,
  end: 3,
  endLate: 1,
  fail: 1,
  refuse: 2,
  navigate: 1,
  quiet: 1,
  shotEnds: 1,
  timer: 5,
  message: 10,
  missed: 2,
  time: 2,
  ping: 1,
  overtake: 2,
  mistake: 1,
  leave: 1,
  die: 1,
}

/** One action: its name, the tab, the sound (radio, song, chapter, venue), and a number that some actions need. */
type Act = [name: ActName, tab: number, sound: number, pick: number]

const act: fc.Arbitrary<Act> = fc.tuple(
  fc.oneof(...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as ActName) }))),
  fc.nat(2),
  fc.nat(3),
  fc.nat(9),
)

/** Throws if an invariant of the speaker is violated. */
function live(tabCount: number, acts: Act[]): void {
  const world = createWorld(tabCount)
  for (const each of acts) world.act(...each)
  world.settle()
}

test('in two or three tabs there are never two sounds or an unwanted return, and no waiting source is lost', () => {
  const acts = fc.array(act, { maxLength: 60, size: 'max' })
  fc.assert(fc.property(fc.integer({ min: 2, max: 3 }), acts, live), { numRuns: 10_000 })
})

// Counterexamples that random sequences have found, each in its shortest form.

test('a stop ends an unknown play of another tab; pausing again stops nothing that began since', () => {
  live(2, [
    ['play', 0, 2, 0],
    ['play', 1, 2, 0],
    ['message', 0, 0, 3],
    ['pause', 0, 2, 0],
    ['message', 0, 0, 1],
    ['play', 0, 2, 0],
    ['message', 0, 0, 1],
    ['pause', 1, 2, 0],
  ])
})

test('a tab that was stopped from two others is stopped by the first of them', () => {
  live(3, [
    ['play', 0, 0, 0],
    ['play', 2, 0, 0],
    ['play', 1, 0, 0],
    ['pause', 0, 0, 0],
    ['message', 0, 0, 0],
    ['message', 0, 0, 0],
    ['message', 0, 0, 0],
    ['message', 0, 0, 7],
    ['pause', 1, 0, 0],
    ['message', 0, 0, 1],
    ['message', 0, 0, 1],
    ['play', 0, 0, 0],
    ['message', 0, 0, 3],
    ['pause', 2, 0, 0],
  ])
})

test('a tab whose lock is released before its message arrives is not waited for twice', () => {
  live(2, [
    ['play', 0, 0, 0],
    ['message', 0, 0, 0],
    ['message', 0, 0, 0],
    ['message', 0, 0, 0],
    ['play', 1, 1, 0],
    ['message', 0, 0, 0],
    ['pause', 1, 1, 0],
    ['timer', 1, 0, 0],
    ['overtake', 0, 0, 0],
    ['message', 0, 0, 0],
    ['message', 0, 0, 0],
  ])
})
