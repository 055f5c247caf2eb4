import { expect, test } from 'vitest'
import { StationClock } from './station-clock.ts'

function stage() {
  const steady = { ms: 0 }
  const clock = new StationClock({ now: () => new Date(1_000_000) }, () => steady.ms)
  return { steady, clock }
}

test('the clock of the machine is used until the database has responded, then the clock of the database', () => {
  const { steady, clock } = stage()
  steady.ms = 50
  expect(clock.nowMs()).toBe(1_000_050)
  // The request was sent at 50 and answered at 60, so the database read its clock at about 55.
  clock.measure(1_400_055, 50, 60)
  expect(clock.nowMs()).toBe(1_400_050)
})

test('the measurement with the shortest round trip counts, and small corrections are applied gradually', () => {
  const { steady, clock } = stage()
  clock.measure(2_000_001, 0, 2)
  steady.ms = 1000
  clock.measure(2_001_900, 1000, 2000)
  expect(clock.nowMs()).toBe(2_001_000)
  steady.ms = 2000
  clock.measure(2_002_040, 2000, 2000)
  expect(clock.nowMs()).toBe(2_002_005)
})

test('a clock that was set is followed at once, an invalid measurement is not', () => {
  const { clock } = stage()
  clock.measure(2_000_000, 0, 0)
  clock.measure(2_060_000, 0, 0)
  expect(clock.nowMs()).toBe(2_060_000)
  clock.measure(NaN, 0, 0)
  expect(clock.nowMs()).toBe(2_060_000)
})
