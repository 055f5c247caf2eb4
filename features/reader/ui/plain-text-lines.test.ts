import { expect, test } from 'vitest'
import type { TextLine } from '#features/reader/contract.ts'
import { textPathOfPage, plainTextLines } from './plain-text-lines.ts'

const line = (text: string, place: Partial<TextLine> = {}): TextLine => ({
  x: 0.1,
  y: 0.1,
  width: 0.2,
  height: 0.02,
  text,
  ...place,
})

test('a link within a line covers the same letters', () => {
  const lines = [
    line('see ['),
    line('Gad06', { isGlued: true, link: 'https://a.example/' }),
    line('], and', { isGlued: true }),
  ]
  expect(plainTextLines(lines)).toEqual([
    { text: 'see [Gad06], and', links: [{ start: 5, end: 10, to: 'https://a.example/' }] },
  ])
})

test('an entry of the contents and its page number are one line', () => {
  const lines = [
    line('How to Use This Book', { y: 0.24058, height: 0.02018, link: 4 }),
    line('4', { x: 0.86, y: 0.24443, height: 0.01527, link: 4 }),
    line('1 The Right Machine', { y: 0.29, link: 6 }),
  ]
  expect(plainTextLines(lines)).toEqual([
    {
      text: 'How to Use This Book 4',
      links: [
        { start: 0, end: 20, to: 4 },
        { start: 21, end: 22, to: 4 },
      ],
    },
    { text: '1 The Right Machine', links: [{ start: 0, end: 19, to: 6 }] },
  ])
})

test('columns, other directions and overlapping lines stay separate', () => {
  const apart: [TextLine, TextLine][] = [
    [line('bottom of the left column', { y: 0.9 }), line('top of the right one', { x: 0.6, y: 0.1 })],
    [line('one'), line('next', { y: 0.12 })],
    [line('שלום', { direction: 'rtl', x: 0.6 }), line('עולם', { direction: 'rtl', x: 0.1 })],
    [line('縦', { direction: 'down' }), line('書', { direction: 'down', x: 0.5 })],
    [line('a heading over'), line('another', { x: 0.2 })],
  ]
  for (const lines of apart)
    expect(plainTextLines(lines).map(({ text }) => text)).toEqual(lines.map(({ text }) => text))
})

test('a link to a public page leads to its text', () => {
  const of = (page: number, part = 1, openPages = 45) => textPathOfPage('one', page, { openPages, part })
  expect([of(4), of(20), of(21), of(45), of(4, 3)]).toEqual([
    '#page-4',
    '#page-20',
    '/book/one/words?part=2#page-21',
    '/book/one/words?part=3#page-45',
    '/book/one/words#page-4',
  ])
  expect([of(46), of(0), of(6, 1, 5)]).toEqual([undefined, undefined, undefined])
})
