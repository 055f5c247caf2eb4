import { expect, test } from 'vitest'
import type { Annotation } from './annotation.ts'
import { readFile, writeFile } from './annotation-file.ts'

const annotation: Annotation = {
  id: 'a1',
  kind: 'highlight',
  page: 12,
  start: { line: 3, offset: 4 },
  end: { line: 4, offset: 10 },
  quote: 'hire a drummer',
  before: 'Better to ',
  after: ' and pay them',
  note: 'Ask Mara',
  edition: '0123456789abcdef',
  isMoved: false,
  createdAt: '2026-11-20T10:00:00.000Z',
}

test('annotations are read back as written', () => {
  const bookmark: Annotation = { ...annotation, id: 'a2', kind: 'bookmark', note: '', isMoved: true }
  expect(readFile(writeFile([annotation, bookmark]))).toEqual({ kind: 'read', annotations: [annotation, bookmark] })
})

test('an invalid file is reported as damaged and yields no annotations', () => {
  for (const text of ['', 'null', '[]', '{"version":"1"}', '{"version":1}', '{"version":1,"annotations":', '42'])
    expect(readFile(text)).toEqual({ kind: 'damaged', annotations: [] })
})

test('one invalid entry does not affect the others', () => {
  const broken = [
    { ...annotation, id: 'b1', page: 0 },
    { ...annotation, id: 'b2', start: { line: -1, offset: 0 } },
    { ...annotation, id: 'b3', kind: 'doodle' },
    { ...annotation, id: 'b4', createdAt: 'yesterday' },
    { ...annotation, id: '' },
    null,
    annotation,
  ]
  const text = JSON.stringify({ version: 1, annotations: [annotation, ...broken] })
  expect(readFile(text)).toEqual({ kind: 'damaged', annotations: [annotation] })
})

test('a file of a newer version is left alone', () => {
  expect(readFile(JSON.stringify({ version: 2, annotations: [annotation] }))).toEqual({ kind: 'newer' })
})

test('missing fields are filled in, and long ones are truncated', () => {
  const { note: _note, before: _before, after: _after, isMoved: _isMoved, ...rest } = annotation
  const [read] = (
    readFile(JSON.stringify({ version: 1, annotations: [{ ...rest, quote: 'x'.repeat(9000) }] })) as {
      annotations: Annotation[]
    }
  ).annotations
  expect(read).toMatchObject({ note: '', before: '', after: '', isMoved: false })
  expect(read?.quote.length).toBe(2000)
})
