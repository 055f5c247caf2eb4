import { expect, test } from 'vitest'
import { rowsInSight, scrollToRow } from './thumbnail-window.ts'

test('a grid of a thousand rows renders at most three screens of them', () => {
  const { firstRow, lastRow, above, below } = rowsInSight(1000, 200, 40_000, 600)
  expect([firstRow, lastRow]).toEqual([197, 206])
  expect(above + (lastRow - firstRow + 1) * 200 + below).toBe(200_000)
})

test('the ends of the grid are clamped', () => {
  expect(rowsInSight(10, 200, 0, 600)).toMatchObject({ firstRow: 0, above: 0, lastRow: 6 })
  expect(rowsInSight(10, 200, 99_999, 600)).toMatchObject({ firstRow: 9, lastRow: 9, below: 0 })
  expect(rowsInSight(0, 200, 0, 600)).toEqual({ firstRow: 0, lastRow: -1, above: 0, below: 0 })
})

test('a visible row needs no scrolling, another is centered', () => {
  expect(scrollToRow(2, 200, 300, 600)).toBeUndefined()
  expect(scrollToRow(20, 200, 0, 600)).toBe(3800)
  expect(scrollToRow(0, 200, 500, 600)).toBe(0)
})
