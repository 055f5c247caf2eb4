import { expect, test } from 'vitest'
import { isAddress, shortenAddress } from './address.ts'

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

test('an address is shown by its first four and last four characters', () => {
  expect(shortenAddress(address)).toBe('7xKX...gAsU')
})

test('only base58 of 32 to 44 characters is an address', () => {
  expect(isAddress(address)).toBe(true)
  expect(isAddress('1'.repeat(32))).toBe(true)
  for (const other of [
    '',
    '1'.repeat(31),
    '1'.repeat(45),
    `${address.slice(1)}0`,
    '<b>7xKXtg2CW87d97TXJSDpbD5jBkheTqA83</b>',
    null,
    7,
    { toString: () => address },
  ])
    expect(isAddress(other)).toBe(false)
})
