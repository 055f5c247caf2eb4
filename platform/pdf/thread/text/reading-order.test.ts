import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PrintedLine } from '../../pdf-jobs.ts'
import { inReadingOrder } from './reading-order.ts'

const line = (
  text: string,
  x: number,
  y: number,
  { width = 0.7, ...more }: Partial<PrintedLine> = {},
): PrintedLine => ({
  text,
  x,
  y,
  width,
  height: 0.02,
  ...more,
})
const read = (...lines: PrintedLine[]) => inReadingOrder(lines).map(({ text }) => text)

test('the rest of a list from the previous page is read first, although the file stores it last', () => {
  expect(
    read(
      line('Chapter', 0.13, 0.92, { width: 0.25 }),
      line('7', 0.86, 0.92, { width: 0.01 }),
      line('Only the first of these', 0.13, 0.16),
      line('generator at all four', 0.13, 0.185),
      line('I need a second verse', 0.17, 0.09, { width: 0.5 }),
      line('I need to know why', 0.17, 0.12, { width: 0.5 }),
    ),
  ).toEqual([
    'I need a second verse',
    'I need to know why',
    'Only the first of these',
    'generator at all four',
    'Chapter',
    '7',
  ])
})

test('columns are read one after the other, between a title and a note that span both', () => {
  const column = { width: 0.35 }
  const columns = [
    line('left 1', 0.1, 0.2, column),
    line('left 2', 0.1, 0.25, column),
    line('left 3', 0.1, 0.3, column),
    line('right 1', 0.55, 0.2, column),
    line('right 2', 0.55, 0.25, column),
  ]
  const names = columns.map(({ text }) => text)
  expect(read(...columns)).toEqual(names)
  expect(read(line('note', 0.1, 0.9), ...columns, line('title', 0.1, 0.1))).toEqual(['title', ...names, 'note'])
  // A heading in the middle of both columns ends their upper parts.
  expect(read(...columns, line('heading', 0.1, 0.275, { height: 0.005 }))).toEqual([
    'left 1',
    'left 2',
    'right 1',
    'right 2',
    'heading',
    'left 3',
  ])
})

test('the cells of a table row and the parts of a line with a link stay together', () => {
  const rows = [
    line('Job', 0.13, 0.406, { width: 0.05 }),
    line('Tool', 0.32, 0.406, { width: 0.05 }),
    line('Draft words', 0.13, 0.44, { width: 0.1 }),
    line('Text assistant', 0.32, 0.441, { width: 0.2 }),
    line('See ', 0.13, 0.5, { width: 0.05 }),
    line('the page', 0.18, 0.5, { width: 0.1, link: 3 }),
    line(', which', 0.28, 0.5, { width: 0.1, isGlued: true }),
    line('says more', 0.13, 0.525, { width: 0.2 }),
  ]
  const names = rows.map(({ text }) => text)
  expect(read(...rows)).toEqual(names)
  expect(read(line('footer', 0.1, 0.9), ...rows)).toEqual([...names, 'footer'])
})

test('vertical lines keep their order', () => {
  const down = { direction: 'down', width: 0.02, height: 0.5 } as const
  expect(read(line('first', 0.8, 0.2, down), line('second', 0.75, 0.1, down), line('third', 0.7, 0, down))).toEqual([
    'first',
    'second',
    'third',
  ])
})

const unit = fc.integer({ min: 0, max: 40 }).map((step) => step / 40)

test('no line is lost or repeated', () => {
  const box = fc.record({ x: unit, y: unit, width: unit, height: unit })
  fc.assert(
    fc.property(fc.array(box, { maxLength: 30 }), (boxes) => {
      const lines = boxes.map((place): PrintedLine => ({ text: '', ...place }))
      const ordered = inReadingOrder(lines)
      expect(ordered).toHaveLength(lines.length)
      expect(new Set(ordered)).toEqual(new Set(lines))
    }),
  )
})

test('a single column is read from top to bottom, whatever the order of the file', () => {
  fc.assert(
    fc.property(fc.uniqueArray(unit, { maxLength: 30 }), (tops) => {
      const sorted = tops.toSorted((a, b) => a - b).map(String)
      expect(read(...tops.map((y) => line(String(y), 0.1, y)))).toEqual(sorted)
    }),
  )
})

test('a page with very many lines keeps the order of its file', () => {
  const lines = Array.from({ length: 4_000 }, (_, at) => line(String(at), 0.1, 1 - at / 4_000, { height: 0.0001 }))
  expect(read(...lines)).toEqual(lines.map(({ text }) => text))
})
