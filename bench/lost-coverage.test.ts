import { expect, test } from 'vitest'
import { type CoveredFile, findLostCoverage } from './lost-coverage.ts'

/** Builds a file in which every line is a statement; lines that end in `// not run` are uncovered. */
function file(...lines: string[]): CoveredFile {
  const located = lines.map((line, index) => {
    const code = line.replace(' // not run', '')
    return { start: { line: index + 1, column: code.search(/\S/) }, end: { line: index + 1, column: code.length } }
  })
  return {
    source: lines.map((line) => line.replace(' // not run', '')).join('\n'),
    coverage: {
      path: '',
      statementMap: Object.fromEntries(located.entries()),
      s: Object.fromEntries(lines.map((line, index) => [index, line.endsWith('// not run') ? 0 : 1])),
      branchMap: {},
      b: {},
    },
  }
}

const compare = (before: CoveredFile[], after: Record<string, CoveredFile>) =>
  findLostCoverage(
    before.map((one) => new Map([['a.ts', one]])),
    new Map(Object.entries(after)),
  )

test('a statement that was covered before and no longer is counts as lost', () => {
  const { lost } = compare([file('one()', 'two()')], { 'a.ts': file('one()', 'two() // not run') })
  expect(lost).toEqual([{ path: 'a.ts', line: 2, kind: 'statement', text: 'two()' }])
})

test('code counts as covered when any of the earlier runs covered it', () => {
  const before = [file('one() // not run', 'two()'), file('one()', 'two() // not run')]
  expect(compare(before, { 'a.ts': file('one() // not run', 'two() // not run') }).lost).toHaveLength(2)
})

test('a statement is found again on another line, and a removed one is counted separately', () => {
  const { lost, gone } = compare([file('one()', 'two()', 'old()')], {
    'a.ts': file('new()', '  two() // not run', 'one()'),
  })
  expect(lost).toEqual([{ path: 'a.ts', line: 2, kind: 'statement', text: 'two()' }])
  expect(gone).toBe(1)
})

test('a file that moved is found by its statements', () => {
  expect(compare([file('one()', 'two()')], { 'b.ts': file('two()', 'one() // not run') }).lost).toEqual([
    { path: 'b.ts', line: 2, kind: 'statement', text: 'one()' },
  ])
})

test('of identical statements, as many must be covered as before', () => {
  const before = [file('one()', 'one() // not run', 'three()')]
  expect(compare(before, { 'a.ts': file('one() // not run', 'one()') }).lost).toEqual([])
  expect(compare(before, { 'a.ts': file('one() // not run', 'one() // not run') }).lost).not.toEqual([])
})
