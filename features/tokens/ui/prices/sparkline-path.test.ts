import { expect, test } from 'vitest'
import { linesOf, rangeOf } from './sparkline-path.ts'

const size = { width: 100, height: 20 }

test('a chart spans low to high and ends at the newest price', () => {
  expect(linesOf([1, 2, 3], size)).toEqual({ lines: ['M3 17h0L50 10L97 3'], end: { x: 97, y: 3 } })
})

test('a short gap is bridged, a long one is not', () => {
  expect(linesOf([1, null, null, 2], size).lines).toHaveLength(1)
  expect(linesOf([1, 2, null, null, null, 1, 2], size).lines).toHaveLength(2)
})

test('a constant price is centered, and fewer than two prices draw no line', () => {
  expect(linesOf([5, 5], size).end).toEqual({ x: 97, y: 10 })
  for (const prices of [[], [null], [5], [null, 5]]) expect(linesOf(prices, size)).toEqual({ lines: [] })
})

test('numbers of any size stay inside the frame', () => {
  for (const prices of [
    [1e-12, 1e9],
    [1e9, 1e9 + 1, 1e-9],
  ]) {
    const numbers = linesOf(prices, size)
      .lines.join(' ')
      .match(/[\d.]+/g)!
      .map(Number)
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(100)
  }
})

test('the range includes the hours of history', () => {
  expect(rangeOf([null, null, 4, 2, 3, null], 900)).toEqual({ low: 2, high: 4, hours: 1 })
  expect(rangeOf([null, 4], 900)).toBeUndefined()
})
