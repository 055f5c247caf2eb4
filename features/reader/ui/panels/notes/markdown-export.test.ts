import { expect, test } from 'vitest'
import type { Annotation } from './annotation.ts'
import { exportName, toMarkdown } from './markdown-export.ts'

const book = { id: 'indie-guide', title: 'Indie *Guide* 2', author: 'Swade' }
const annotation = (parts: Partial<Annotation>): Annotation => ({
  id: 'a',
  kind: 'highlight',
  page: 1,
  start: { line: 0, offset: 0 },
  end: { line: 0, offset: 4 },
  quote: 'Hire a drummer.',
  before: '',
  after: '',
  note: '',
  edition: 'e',
  isMoved: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...parts,
})

test('an export lists page, quote, note and day in reading order', () => {
  const text = toMarkdown(book, [
    annotation({ id: 'b', page: 9, note: 'Ask Mara\nabout rates' }),
    annotation({ id: 'c', page: 2, kind: 'bookmark', quote: 'The Right Machine' }),
  ])
  expect(text).toBe(
    [
      '# Indie \\*Guide\\* 2',
      'Swade',
      '### Page 2, bookmark',
      '> The Right Machine',
      '2026-11-20',
      '### Page 9',
      '> Hire a drummer.',
      'Ask Mara\nabout rates',
      '2026-11-20',
    ].join('\n\n') + '\n',
  )
})

test('what a new edition no longer holds is listed apart', () => {
  const text = toMarkdown(book, [annotation({ page: 3, isMoved: true }), annotation({ id: 'b', page: 7 })])
  expect(text.indexOf('### Page 7')).toBeLessThan(text.indexOf('## Moved'))
  expect(text.indexOf('## Moved')).toBeLessThan(text.indexOf('### Page 3'))
})

test('no word of a note becomes a heading, a list, a link or HTML', () => {
  const text = toMarkdown(book, [annotation({ note: '# loud\n- dash\n1. one\n<img src=x>\n[a](b)' })])
  expect(text).toContain('\\# loud\n\\- dash\n1\\. one\n\\<img src=x\\>\n\\[a\\](b)')
})

test('the file is named for the book', () => {
  expect(exportName(book)).toBe('indie-guide-notes.md')
})
