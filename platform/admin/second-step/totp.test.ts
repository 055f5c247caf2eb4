import { expect, test } from 'vitest'
import { createTotpBox, createTotpSecret, findTotpStep } from './totp.ts'

// RFC 6238, appendix B: the secret "12345678901234567890" in base 32; the last six digits of the SHA-1 column.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
]

test.each(vectors)('the code at second %d matches RFC 6238', (seconds, code) => {
  expect(findTotpStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test('the code of a neighbouring period belongs to that period', () => {
  expect(findTotpStep(secret, '287082', new Date(89_000))).toBe(1)
  expect(findTotpStep(secret, '287082', new Date(29_000))).toBe(1)
  expect(findTotpStep(secret, '287082', new Date(90_000))).toBeUndefined()
})

test.each(['', '28708', '2870820', '28708x', '287 082', '٢٨٧٠٨٢', '-87082'])('%j is not a code', (code) => {
  expect(findTotpStep(secret, code, new Date(59_000))).toBeUndefined()
})

test.each([
  ['Night Bus', 'Night Bus'],
  ['Jane’s & Sons', 'Jane’s & Sons'],
  ['AI: The Radio', 'AI The Radio'],
])('a site called %s is listed as %s, separated from the account by the only colon', async (issuer, listed) => {
  const { uri } = await createTotpSecret({ issuer, account: 'a@swade.example' })
  const { pathname, searchParams } = new URL(uri)
  expect(decodeURIComponent(pathname).split(':')).toEqual([expect.stringContaining(listed), 'a@swade.example'])
  expect(searchParams.get('issuer')).toBe(listed)
})

const keyOf = (byte: number) => ({ get: async () => Buffer.alloc(32, byte) })
const noStorage = { get: () => Promise.reject(new Error('no storage')) }

test('without a configured key, a secret is encrypted with the key of the site', async () => {
  const sealed = await createTotpBox({ secret: undefined, siteKeys: keyOf(1) }).seal(secret)
  expect(sealed).toMatch(/^gcm:/)
  expect(sealed).not.toContain(secret)
  expect(await createTotpBox({ secret: undefined, siteKeys: keyOf(1) }).open(sealed)).toBe(secret)
  expect(await createTotpBox({ secret: undefined, siteKeys: keyOf(2) }).open(sealed)).toBeUndefined()
})

test('a configured key needs no storage, and secrets stored before it was set stay readable', async () => {
  const box = createTotpBox({ secret: 'k'.repeat(32), siteKeys: noStorage })
  expect(await box.open(await box.seal(secret))).toBe(secret)
  const earlier = await createTotpBox({ secret: undefined, siteKeys: keyOf(1) }).seal(secret)
  expect(await createTotpBox({ secret: 'k'.repeat(32), siteKeys: keyOf(1) }).open(earlier)).toBe(secret)
})
