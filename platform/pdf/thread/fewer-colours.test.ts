import { expect, test } from 'vitest'
import { fewerColours } from './fewer-colours.ts'

const blend = (steps: number, from: number[], to: number[]) =>
  Array.from({ length: steps }, (_, index) =>
    from.map((value, channel) => Math.round(value + ((to[channel]! - value) * index) / (steps - 1))),
  )

const counted = (colours: number[][], counts: number[]) =>
  colours.map((colour, index) => ({ colour: colour as [number, number, number], count: counts[index] ?? 10 }))

test('blends from ink to paper use at most sixteen colors, and both ends stay unchanged', () => {
  const colours = counted(
    [[251, 248, 241], [29, 27, 24], ...blend(42, [29, 27, 24], [251, 248, 241]).slice(1, -1)],
    [90_000, 8_000],
  )
  const chosen = fewerColours(colours)
  expect(chosen[0]).toEqual([251, 248, 241])
  expect(chosen[1]).toEqual([29, 27, 24])
  expect(new Set(chosen.map(String)).size).toBeLessThanOrEqual(16)
})

test('more colors are used where sixteen would be visible, and a few colors stay unchanged', () => {
  const inks = [
    ...blend(16, [0, 0, 0], [255, 255, 255]),
    ...blend(16, [255, 0, 0], [0, 255, 0]),
    ...blend(16, [0, 0, 255], [255, 255, 0]),
  ]
  const colours = counted(inks, [])
  const chosen = fewerColours(colours)
  expect(new Set(chosen.map(String)).size).toBeGreaterThan(16)
  for (const [index, { colour }] of colours.entries())
    expect(Math.hypot(...colour.map((value, channel) => value - chosen[index]![channel]!))).toBeLessThanOrEqual(32)
  const three = counted(
    [
      [1, 2, 3],
      [250, 240, 230],
      [9, 200, 9],
    ],
    [5, 3, 1],
  )
  expect(fewerColours(three)).toEqual(three.map(({ colour }) => colour))
})
