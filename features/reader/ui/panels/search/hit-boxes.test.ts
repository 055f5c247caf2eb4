import { expect, test } from 'vitest'
import { boxesOfHit } from './hit-boxes.ts'

const line = (text: string, y: number) => ({ x: 0.1, y, width: text.length / 100, height: 0.02, text })
const lines = [line('the cat sat on the mat and re-', 0.1), line('cords the song', 0.2)]
const rounded = (boxes: { x: number; y: number; width: number }[]) =>
  boxes.map(({ x, y, width }) => [x, y, width].map((n) => +n.toFixed(4)))

test('the hit is highlighted instead of its whole line, and of several equal words the right one', () => {
  const hit = { before: 'cat sat on ', match: 'the', after: ' mat and re-', lines: [0] }
  expect(rounded(boxesOfHit(lines, hit))).toEqual([[0.25, 0.1, 0.03]])
})

test('a hit over two lines has a box on each', () => {
  const hit = { before: 'the cat sat on the mat and ', match: 're- cords', after: ' the song', lines: [0, 1] }
  expect(rounded(boxesOfHit(lines, hit))).toEqual([
    [0.37, 0.1, 0.03],
    [0.1, 0.2, 0.05],
  ])
})

test('if the text has changed, whole lines are highlighted', () => {
  expect(boxesOfHit(lines, { before: 'of ', match: 'yore', after: '', lines: [1] })).toEqual([
    { x: 0.1, y: 0.2, width: 0.14, height: 0.02 },
  ])
  expect(boxesOfHit([], { before: '', match: 'x', after: '', lines: [3] })).toEqual([])
})
