import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ImportReport } from '#features/subscribers/import.ts'
import { chosenFields, ImportColumns } from './import-columns.tsx'
import { importBlocker, importLabel } from './import-dialog.tsx'
import { ImportResult, RejectedRows } from './import-result.tsx'
import { ImportEncodingField } from './import-encoding.tsx'
import { ImportQuestions } from './import-questions.tsx'

const report: ImportReport = {
  added: 1200,
  monthly: 3,
  pending: 2,
  unsubscribed: 4,
  suppressed: 5,
  suppressed_already: 9,
  left_out: 0,
  stopped: 6,
  known: 7,
  undecided: 8,
  refused_count: 0,
  refused: [],
  encoding: { name: 'windows-1251', is_certain: false, samples: ['Иван', 'Мария'] },
  has_head: true,
  columns: [
    { head: 'E-mail', field: 'email', samples: ['a@a.example'] },
    { head: 'Other', field: 'ignored', samples: [] },
  ],
  questions: [
    { key: '1', head: 'State', field: 'status', kind: 'value', value: 'vip', lines: 8, meaning: null },
    { key: '2', head: 'Contact', field: 'unclear', kind: 'empty', value: '', lines: 1, meaning: 'left_out' },
  ],
}

test('the preview counts every outcome that occurs and no others', () => {
  const html = renderToStaticMarkup(<ImportResult report={report} isDone={false} />)
  const figures = [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd[^>]*>([^<]+)/g)].map(
    ([, name, value]) => `${name}: ${value}`,
  )
  expect(figures).toEqual([
    'To add: 1,200',
    'Duplicates or already on the list: 7',
    'To suppress: 5',
    'Rejected: 0',
    'To add as pending: 2',
    'Already suppressed or deleted: 9',
    'To add as unsubscribed: 4',
    'To unsubscribe: 6',
    'Rows that need a decision: 8',
  ])
  expect(html).toContain('>3 with monthly frequency<')
  expect(html).toMatch(
    /To unsubscribe.*6<.*>On the list here, but unsubscribed in the file<.*Rows that need a decision/,
  )
})

test('a column shows its header and its field', () => {
  const html = renderToStaticMarkup(<ImportColumns report={report} onChange={() => undefined} />)
  expect(html).toContain('Read “E-mail” as')
  expect(html.match(/<option[^>]*selected[^>]*>[^<]*/g)?.map((option) => option.replace(/.*>/, ''))).toEqual([
    'Email address',
    'Ignore',
  ])
})

test('an unanswered value has no selection, and an empty cell has a label', () => {
  const html = renderToStaticMarkup(<ImportQuestions report={report} onChange={() => undefined} />)
  expect(html).toContain('“(empty)” in “Contact” means')
  expect(html.match(/<option[^>]*selected[^>]*>[^<]*/g)?.map((option) => option.replace(/.*>/, ''))).toEqual([
    'Choose…',
    'Skip',
  ])
})

test('a guessed encoding is shown with sample values', () => {
  const html = renderToStaticMarkup(<ImportEncodingField encoding={report.encoding} onChange={() => undefined} />)
  expect(html).toContain('Иван · Мария')
  expect(html.match(/<option[^>]*selected[^>]*>[^<]*/g)?.map((option) => option.replace(/.*>/, ''))).toEqual([
    'Cyrillic (Windows)',
  ])
})

test('email, names and frequency are single columns; statuses may be in several', () => {
  const columns = [{ field: 'email' as const }, { field: 'status' as const }, { field: 'ignored' as const }]
  expect(chosenFields(columns, 2, 'email')).toEqual(['ignored', 'status', 'email'])
  expect(chosenFields(columns, 2, 'status')).toEqual(['email', 'status', 'status'])
})

test('the reasons that prevent an import are shown one at a time', () => {
  const none = {
    added: 0,
    monthly: 0,
    pending: 0,
    unsubscribed: 0,
    suppressed: 0,
    suppressed_already: 0,
    stopped: 0,
    known: 0,
    undecided: 0,
  }
  const of = (counts: Partial<ImportReport>, isConfirmed = false) =>
    importBlocker({ ...report, ...none, ...counts }, isConfirmed)
  expect(of({ undecided: 1, added: 1 })).toMatch(/Values to review/)
  expect(of({})).toMatch(/no rows with subscribers/)
  const nothing = (rows: string) => `There is nothing to import: all ${rows}. Choose another file.`
  for (const [counts, reason] of [
    [{ known: 1 }, 'are already on the list'],
    [{ left_out: 1 }, 'are skipped'],
    [{ known: 1, left_out: 1 }, 'are already on the list or are skipped'],
  ] as const) {
    expect(of(counts)).toBe(nothing(`rows ${reason}`))
    expect(of({ ...counts, refused_count: 1 })).toBe(nothing(`valid rows ${reason}`))
  }
  expect(of({ refused_count: 1 })).toBe('All rows were rejected. Correct them and choose the file again.')
  expect(of({ added: 1 })).toMatch(/asked for the newsletter/)
  expect(of({ added: 1 }, true)).toBeUndefined()
  for (const name of ['pending', 'unsubscribed', 'suppressed', 'suppressed_already', 'stopped'] as const)
    expect(of({ [name]: 1 })).toBeUndefined()
})

test('the button counts new subscribers only if the file changes nobody else', () => {
  const none = { pending: 0, unsubscribed: 0, suppressed: 0, stopped: 0 }
  expect(importLabel({ ...report, ...none, added: 1 })).toBe('Import 1 subscriber')
  expect(importLabel({ ...report, ...none, added: 1, suppressed: 2 })).toBe('Import')
  expect(importLabel({ ...report, ...none, added: 0, stopped: 1 })).toBe('Import')
})

test('rejected rows are listed, with their total number', () => {
  const refused = [{ line: 47, value: 'not an address', why: 'This email address is not valid.' }]
  const html = (count: number) =>
    renderToStaticMarkup(<RejectedRows report={{ ...report, refused, refused_count: count }} />)
  expect([
    html(1).includes('Rejected rows'),
    html(2000).includes('The first 1 of 2,000 rejected rows'),
    html(0),
  ]).toEqual([true, true, ''])
})
