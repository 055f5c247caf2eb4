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
  ['007.00', 700],
])('%s is %i cents', (typed, cents) => {
  expect(readPrice(typed)).toEqual({ cents })
})

test.each([
  ['', 'Type a price, or tick Free.'],
  ['9,99', 'Write the cents after a point: 9.99.'],
  ['1e3', 'Type dollars and cents, such as 9.99.'],
  ['-1', 'Type dollars and cents, such as 9.99.'],
  ['.99', 'Type dollars and cents, such as 9.99.'],
  ['9.', 'Type dollars and cents, such as 9.99.'],
  ['NaN', 'Type dollars and cents, such as 9.99.'],
  ['Infinity', 'Type dollars and cents, such as 9.99.'],
  ['0x10', 'Type dollars and cents, such as 9.99.'],
  ['９.９９', 'Type dollars and cents, such as 9.99.'],
  ['1,000.00', 'Type dollars and cents, such as 9.99.'],
  ['9.999', 'A cent is the smallest coin: two digits after the point at most.'],
  ['0', 'A book that is sold costs $0.50 or more. Tick Free to give it away.'],
  ['0.49', 'A book that is sold costs $0.50 or more. Tick Free to give it away.'],
  ['10000', 'A book costs $9999.99 at most.'],
  ['99999999999999999999', 'A book costs $9999.99 at most.'],
])('%s is refused: %s', (typed, problem) => {
  expect(readPrice(typed)).toEqual({ problem })
})
