import { expect, test } from 'vitest'
import { line } from './notation.ts'
import { perform } from './performance.ts'
import { seededRandom } from './random.ts'
import { clockFor } from './time.ts'

test('the same seed plays the same way, another seed does not', () => {
  const play = (seed: string) =>
    perform(line('C4/1 D4/1 E4/1 F4/1 |'), clockFor({ bpm: 90 }, 4), { loose: 8 }, seededRandom(seed))
  expect(play('nova')).toEqual(play('nova'))
  expect(play('nova')).not.toEqual(play('kairo'))
})

test('swing delays the off-beat and leaves the beat alone', () => {
  const clock = clockFor({ bpm: 60, swing: { unit: 0.5, ratio: 2 / 3 } }, 8)
  expect(clock(1)).toBeCloseTo(1, 6)
  expect(clock(1.5)).toBeCloseTo(1 + 2 / 3, 3)
})

test('a written ritardando makes the last bar longer', () => {
  const clock = clockFor({ bpm: 60, slowing: { from: 4, until: 8, to: 0.5 } }, 8)
  expect(clock(4)).toBeCloseTo(4, 6)
  expect(clock(8) - clock(4)).toBeGreaterThan(5)
})
