import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLinkTokens } from './link-tokens.ts'
import { hashValue } from './secrets.ts'

const key = randomBytes(32)
const tokens = createLinkTokens({ get: async () => key })
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a token is the same every time, opens its row only, and reveals nothing about other rows', async () => {
  const id = randomUUID()
  const token = await tokens.write('subscriber', id)
  expect(token).toMatch(/^[\w-]{44}$/)
  expect(await tokens.write('subscriber', id)).toBe(token)
  expect(await tokens.read('subscriber', token)).toEqual({ id })
  expect(await tokens.read('submission', token), 'the other kind').toBeUndefined()
  expect(await tokens.write('submission', id)).not.toBe(token)
})

test('a token with a changed letter, of another key, shortened or extended opens nothing', async () => {
  const token = await tokens.write('subscriber', randomUUID())
  for (let at = 0; at < token.length; at += 1)
    for (const letter of letters)
      if (letter !== token[at])
        expect(await tokens.read('subscriber', token.slice(0, at) + letter + token.slice(at + 1))).toBeUndefined()
  const other = createLinkTokens({ get: async () => randomBytes(32) })
  for (const wrong of [await other.write('subscriber', randomUUID()), token.slice(1), `${token}A`, `${token}\n`, ''])
    expect(await tokens.read('subscriber', wrong)).toBeUndefined()
})

test('a text that was not created here identifies no row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.base64String({ minLength: 44, maxLength: 44 })), async (text) => {
      expect((await tokens.read('submission', text)) ?? { earlierHash: '' }).toHaveProperty('earlierHash')
    }),
    { numRuns: 300 },
  )
})

test('a token of an earlier version is recognized by its hash, without any key', async () => {
  const away = createLinkTokens({ get: () => Promise.reject(new Error('no storage')) })
  const earlier = randomBytes(24).toString('base64url')
  expect(await away.read('subscriber', earlier)).toEqual({ earlierHash: hashValue(earlier) })
})
