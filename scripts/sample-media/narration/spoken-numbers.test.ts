import { expect, test } from 'vitest'
import { cardinal, numeral, ordinal, position, timeOfDay, year } from './spoken-numbers.ts'

test('whole numbers are read the American way', () => {
  expect([0, 13, 40, 99, 105, 372, 1000, 124_000, 2_000_001].map(cardinal)).toEqual([
    'zero',
    'thirteen',
    'forty',
    'ninety-nine',
    'one hundred five',
    'three hundred seventy-two',
    'one thousand',
    'one hundred twenty-four thousand',
    'two million one',
  ])
  expect(() => cardinal(-1)).toThrow('no words')
  expect(() => cardinal(0.5)).toThrow('no words')
})

test('irregular ordinals are read correctly', () => {
  expect([1, 2, 3, 5, 8, 9, 12, 20, 42, 100].map(ordinal)).toEqual([
    'first',
    'second',
    'third',
    'fifth',
    'eighth',
    'ninth',
    'twelfth',
    'twentieth',
    'forty-second',
    'one hundredth',
  ])
})

test('years are read in pairs', () => {
  expect([1983, 1900, 1905, 2005, 2026].map(year)).toEqual([
    'nineteen eighty-three',
    'nineteen hundred',
    'nineteen oh five',
    'two thousand five',
    'twenty twenty-six',
  ])
})

test('decimals are read digit by digit', () => {
  expect(numeral('1,000')).toBe('one thousand')
  expect(numeral('44.10')).toBe('forty-four point one zero')
})

test('song positions and times of day are read correctly', () => {
  expect([position(0, 0), position(0, 1), position(1, 5), position(1, 0), position(3, 22)]).toEqual([
    'zero',
    'one second',
    'one oh five',
    'one minute',
    'three twenty-two',
  ])
  expect([timeOfDay(0, 5), timeOfDay(12, 0), timeOfDay(18, 30)]).toEqual([
    'twelve oh five in the morning',
    'twelve in the afternoon',
    'six thirty in the evening',
  ])
})
