import { expect, test } from 'vitest'
import { createStationClock } from './station-clock.ts'

test('of answers that were late by different amounts, the quickest one is believed', () => {
  let elapsed = 0
  const clock = createStationClock(() => elapsed)
  const stationMs = () => 1_000_000 + elapsed
  for (const late of [400, 20, 900, 2500, 60]) {
    elapsed += 1000
    clock.sync(stationMs() - late)
  }
  expect(Math.abs(clock.now() - stationMs())).toBeLessThan(30)
})

test('a browser whose clock runs away or sleeps is put right by the next answer', () => {
  let elapsed = 0
  const clock = createStationClock(() => elapsed)
  clock.sync(1_000_000)
  elapsed = 10
  clock.sync(1_600_000)
  expect(clock.now()).toBeCloseTo(1_600_000, 0)
  clock.sync(1_000_000)
  expect(clock.now()).toBeCloseTo(1_000_000, 0)
})
