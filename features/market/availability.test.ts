import { expect, test } from 'vitest'
import { availabilityOf, leftOf } from './availability.ts'

const open = { minted: 40, supply: 100, status: 'active', url: 'https://exchange.example/open' } as const

test('a collection is on sale if it has an exchange and pieces are left', () => {
  expect([availabilityOf(open), leftOf(open)]).toEqual(['on-sale', 60])
  expect([availabilityOf({ ...open, url: '' }), leftOf({ ...open, url: '' })]).toEqual(['not-on-sale', 60])
})

test('sold out and closed collections have no pieces left', () => {
  expect([availabilityOf({ ...open, minted: 100 }), leftOf({ ...open, minted: 100 })]).toEqual(['sold-out', 0])
  expect([availabilityOf({ ...open, status: 'closed' }), leftOf({ ...open, status: 'closed' })]).toEqual(['closed', 0])
  expect(availabilityOf({ ...open, status: 'closed', minted: 100 })).toBe('sold-out')
})
