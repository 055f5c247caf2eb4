import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['  =cmd', "'  =cmd"],
  ['\rx', '"\'\rx"'],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a,b', '"a,b"'],
  ['plain', 'plain'],
  ['', ''],
])('%j is written as %j', (text, cell) => expect(csvLine([text])).toBe(`${cell}\r\n`))

test('numbers stay numbers, including negative ones', () => expect(csvLine([-1, 9.99])).toBe('-1,9.99\r\n'))

test('any written value is one cell when it is read back, and never a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
      const cells = read(csvLine(texts))
      expect(cells).toHaveLength(texts.length)
      for (const [index, cell] of cells.entries()) {
        expect(cell.replace(/^'/, '')).toBe(texts[index]!.replace(/^'/, ''))
        expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/)
      }
    }),
  )
})

function read(line: string): string[] {
  // Every cell begins with a comma, so that an empty first cell is counted too.
  return [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )
}
