import { expect, test } from 'vitest'
import { boxesBetween, boxesOfLines } from './line-boxes.ts'

const line = (text: string, y: number) => ({ x: 0.1, y, width: 0.8, height: 0.02, text })
const lines = [line('0123456789', 0.1), line('01234567  ', 0.2), line('', 0.3), line('0123', 0.4)]

test('a part of a line is its share of the line', () => {
  const [box, ...others] = boxesBetween(lines, { line: 0, offset: 5 }, { line: 0, offset: 10 })
  expect(others).toEqual([])
  expect(box).toMatchObject({ y: 0.1, height: 0.02 })
  expect(box?.x).toBeCloseTo(0.5)
  expect(box?.width).toBeCloseTo(0.4)
})

test('several lines have one box each; empty ones and trailing spaces have none', () => {
  const boxes = boxesBetween(lines, { line: 0, offset: 8 }, { line: 3, offset: 2 })
  expect(boxes.map(({ y }) => y)).toEqual([0.1, 0.2, 0.4])
  expect(boxes[1]?.width).toBeCloseTo(0.64)
  expect(boxes[2]?.width).toBeCloseTo(0.4)
})

test('positions beyond the text are clamped', () => {
  expect(boxesBetween(lines, { line: 3, offset: 9 }, { line: 9, offset: 2 })).toEqual([])
  expect(boxesOfLines(lines, [3, 7]).length).toBe(1)
})

test('with known advances, a box is where the letters are printed', () => {
  const narrow = { ...line('iiWW', 0.1), advances: [1000, 1000, 4000, 4000] }
  const [box] = boxesBetween([narrow], { line: 0, offset: 2 }, { line: 0, offset: 3 })
  expect(box?.x).toBeCloseTo(0.26)
  expect(box?.width).toBeCloseTo(0.32)
})

test('highlights follow lines of other directions', () => {
  const line = (direction: 'rtl' | 'down' | 'up', advances?: number[]) => ({
    x: 0.2,
    y: 0.1,
    width: 0.4,
    height: 0.5,
    text: 'abcd',
    direction,
    advances,
  })
  const part = (one: ReturnType<typeof line>) =>
    boxesBetween([one], { line: 0, offset: 1 }, { line: 0, offset: 2 }).map(rounded)
  expect(part(line('rtl'))).toEqual([{ x: 0.4, y: 0.1, width: 0.1, height: 0.5 }])
  expect(part(line('rtl', [1000, 3000, 3000, 3000]))).toEqual([{ x: 0.44, y: 0.1, width: 0.12, height: 0.5 }])
  expect(part(line('down', [2000, 4000, 2000, 2000]))).toEqual([{ x: 0.2, y: 0.2, width: 0.4, height: 0.2 }])
  expect(part(line('up'))).toEqual([{ x: 0.2, y: 0.35, width: 0.4, height: 0.125 }])
})

const rounded = (box: Record<string, number>) =>
  Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Math.round(value * 1e6) / 1e6]))
