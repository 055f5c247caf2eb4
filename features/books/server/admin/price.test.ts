import { expect, test } from 'vitest'
import { readPrice } from './price.ts'

test.each([
  ['9.99', 999],
  ['9.9', 990],
  ['9', 900],
  ['$4.50', 450],
  [' 0.50 ', 50],
  ['0.57', 57],
  ['1.10', 110],
  ['4.35', 435],
  ['9999.99', 999_999],
  ['$9,999.99', 999_999],
  ['1,000.00', 100_000],
  ['1,234', 123_400],
  ['007.00', 700],
])('%s is %i cents', (typed, cents) => {
  expect(readPrice(typed)).toEqual({ cents })
})

test.each([
  ['', 'Enter a price or select Free.'],
  ['9,99', 'Use a decimal point: 9.99.'],
  ['1e3', 'Enter dollars and cents, such as 9.99.'],
  ['-1', 'Enter dollars and cents, such as 9.99.'],
  ['.99', 'Enter dollars and cents, such as 9.99.'],
  ['9.', 'Enter dollars and cents, such as 9.99.'],
  ['NaN', 'Enter dollars and cents, such as 9.99.'],
  ['Infinity', 'Enter dollars and cents, such as 9.99.'],
  ['0x10', 'Enter dollars and cents, such as 9.99.'],
  ['９.９９', 'Enter dollars and cents, such as 9.99.'],
  ['10,00.00', 'Enter dollars and cents, such as 9.99.'],
  ['1,000,000.00', 'The maximum price is $9,999.99.'],
  ['9.999', 'Use at most two decimal places.'],
  ['0', 'The minimum price is $0.50. Select Free to give the book away.'],
  ['0.49', 'The minimum price is $0.50. Select Free to give the book away.'],
  ['10000', 'The maximum price is $9,999.99.'],
  ['99999999999999999999', 'The maximum price is $9,999.99.'],
])('%s is rejected: %s', (typed, problem) => {
  expect(readPrice(typed)).toEqual({ problem })
})
