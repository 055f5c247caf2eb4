import { expect, test } from 'vitest'
import { checkLineLength } from './line-length.ts'

const long = 'word '.repeat(30)
const check = (text: string, path = 'app/a.ts') => checkLineLength([{ path, text }])

test('code and comments beyond 120 columns are rejected with their line number', () => {
  expect(check(`const a = 1\n// ${long}\n`)).toEqual(['app/a.ts:2: 153 columns; the limit is 120'])
  expect(check(`const sum = ${'first + '.repeat(20)}1\n`)).toHaveLength(1)
  expect(check(`/* ${long} */\n`, 'app/a.css')).toHaveLength(1)
})

test('a line filled by a long literal or an address is allowed', () => {
  expect(check(`const a = '${long}'\n`)).toEqual([])
  expect(check(`const a = \`${long}\${b}\`\n`)).toEqual([])
  expect(check(`const a = /${long}/\n`)).toEqual([])
  expect(check(`// https://example.org/${'a'.repeat(120)}\n`)).toEqual([])
})

test('prose, short lines and a comment beside a short literal pass', () => {
  expect(check(long, 'docs/a.md')).toEqual([])
  expect(check(`const a = '${'a'.repeat(100)}'\n`)).toEqual([])
  expect(check(`const a = 'short' // ${long}\n`)).toHaveLength(1)
})
