import { expect, test } from 'vitest'
import { eraSpan, placeOnRuler } from './era-span.ts'

test('a period gives its first and last year', () => {
  expect(eraSpan('1983-1993', 2025)).toEqual({ from: 1983, to: 1993 })
  expect(eraSpan('1983–1993', 2025)).toEqual({ from: 1983, to: 1993 })
})

test('present means the current year, and a single year is both first and last', () => {
  expect(eraSpan('2020-present', 2025)).toEqual({ from: 2020, to: 2025 })
  expect(eraSpan('1998', 2025)).toEqual({ from: 1998, to: 1998 })
})

test('a period without a year has no span', () => {
  expect(eraSpan('the early days', 2025)).toBeUndefined()
})

test('eras are placed in proportion, gaps included', () => {
  const all = [
    { from: 1980, to: 1990 },
    { from: 2000, to: 2020 },
  ]
  expect(placeOnRuler(all[0]!, all)).toEqual({ start: 0, width: 25 })
  expect(placeOnRuler(all[1]!, all)).toEqual({ start: 50, width: 50 })
})

test('eras that are all in one year need no ruler', () => {
  expect(placeOnRuler({ from: 1998, to: 1998 }, [{ from: 1998, to: 1998 }])).toBeUndefined()
})
