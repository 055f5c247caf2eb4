import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeliveryAddresses } from './delivery-addresses.ts'

const key = randomBytes(32)
const addresses = createDeliveryAddresses({
  key,
  origin: 'https://swade.example',
  bounceAddress: 'bounce@swade.example',
})
const id = '0198a7de-5b6c-7a11-9c3e-0123456789ab'
const openToken = addresses.open(id).slice('https://swade.example/t/o/'.length, -'.gif'.length)
const linkToken = addresses.link(id, 3).slice('https://swade.example/t/c/'.length)
const bounce = addresses.bounce(id)

test('an address identifies its delivery and link', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 65_535 }), (deliveryId, number) => {
      expect(addresses.readOpen(addresses.open(deliveryId).split('/').at(-1)!.replace('.gif', ''))).toBe(deliveryId)
      expect(addresses.readLink(addresses.link(deliveryId, number).split('/').at(-1)!)).toEqual({ deliveryId, number })
      expect(addresses.readBounce(addresses.bounce(deliveryId).toUpperCase())).toBe(deliveryId)
    }),
  )
})

test('an address with any character changed, added, removed or doubled is rejected', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.%'
  for (const [token, read] of [
    [openToken, addresses.readOpen],
    [linkToken, addresses.readLink],
  ] as const) {
    for (let at = 0; at < token.length; at++) {
      for (const letter of letters)
        if (letter !== token[at]) expect(read(token.slice(0, at) + letter + token.slice(at + 1))).toBeUndefined()
      expect(read(token.slice(0, at) + token.slice(at + 1))).toBeUndefined()
      expect(read(token.slice(0, at) + token[at] + token.slice(at))).toBeUndefined()
    }
  }
  const token = bounce.slice('bounce+'.length, bounce.indexOf('@'))
  for (let at = 0; at < token.length; at++) {
    for (const letter of '0123456789abcdefg')
      if (letter !== token[at])
        expect(
          addresses.readBounce(`bounce+${token.slice(0, at)}${letter}${token.slice(at + 1)}@x.example`),
        ).toBeUndefined()
  }
})

test('a signature for another purpose or by another site is rejected', () => {
  const elsewhere = createDeliveryAddresses({ key: randomBytes(32), origin: '', bounceAddress: 'bounce@swade.example' })
  expect(addresses.readLink(openToken)).toBeUndefined()
  expect(addresses.readOpen(linkToken)).toBeUndefined()
  expect(elsewhere.readOpen(openToken)).toBeUndefined()
  expect(elsewhere.readLink(linkToken)).toBeUndefined()
  expect(elsewhere.readBounce(bounce)).toBeUndefined()
})

test('a bounce address survives the changes that relays make to it', () => {
  expect(addresses.readBounce(bounce.replace('+', ' '))).toBe(id)
  expect(bounce).toMatch(/^bounce\+[0-9a-f]{48}@swade\.example$/)
  expect(bounce.split('@')[0]!.length).toBeLessThanOrEqual(64)
})
