import { expect, test } from 'vitest'
import { titleOfPdf } from './new-book.ts'

test.each([
  ['Nine Quiet Machines', 'scan.pdf', 'Nine Quiet Machines'],
  ['Microsoft Word - Nine Quiet Machines.docx', 'scan.pdf', 'Nine Quiet Machines'],
  ['', 'nine_quiet-machines.pdf', 'nine quiet machines'],
  ['Untitled', 'Field Guide.PDF', 'Field Guide'],
  ['Document1', 'guide', 'guide'],
  ['Document of a Season', 'x.pdf', 'Document of a Season'],
  ['  ', 'C:\\books\\my.book.v2.pdf', 'my.book.v2'],
  ['sin título', '', 'Untitled book'],
  ['.pdf', '.pdf', 'Untitled book'],
  ['x'.repeat(300), 'a.pdf', 'x'.repeat(120)],
  ['a\ud800b', 'a.pdf', 'a\ufffdb'],
])('a PDF with the title %j in %j is imported as %j', (title, fileName, expected) => {
  expect(titleOfPdf(title, fileName)).toBe(expected)
})
