import { expect, test } from 'vitest'
import { imageWidthFor } from './image-width.ts'

test('an image has a pixel for every screen pixel, at the smallest width', () => {
  expect(imageWidthFor(328, 1)).toBe(408)
  expect(imageWidthFor(374, 2)).toBe(816)
  expect(imageWidthFor(820, 1)).toBe(816)
  expect(imageWidthFor(820, 2)).toBe(1632)
  expect(imageWidthFor(1400, 1)).toBe(1632)
})

test('the widest image is the maximum', () => {
  expect(imageWidthFor(4000, 2)).toBe(2448)
})
