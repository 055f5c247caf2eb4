import { expect, test } from 'vitest'
import { createStationClock } from './station-clock.ts'

test('of responses with different delays, the fastest one sets the clock', () => {
  let elapsed = 0
  const clock = createStationClock(() => elapsed)
  const stationMs = () => 1_000_000 + elapsed
  for (const late of [400, 20, 900, 2500, 60]) {
    elapsed += 1000
    clock.sync(stationMs() - late)
  }
  expect(Math.abs(clock.now() - stationMs())).toBeLessThan(30)
})

test('a browser clock that drifts or sleeps is corrected by the next response', () => {
  let elapsed = 0
  const clock = createStationClock(() => elapsed)
  clock.sync(1_000_000)
  elapsed = 10
  clock.sync(1_600_000)
  expect(clock.now()).toBeCloseTo(1_600_000, 0)
  clock.sync(1_000_000)
  expect(clock.now()).toBeCloseTo(1_000_000, 0)
})
