import { expect, test } from 'vitest'
import { createSecretBox, findTotpStep } from './totp.ts'

// RFC 6238, appendix B: the secret "12345678901234567890" in base 32; the last six digits of the SHA-1 column.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
]

test.each(vectors)('the code at second %d is that of RFC 6238', (seconds, code) => {
  expect(findTotpStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test('the code of a neighbouring period belongs to that period', () => {
  expect(findTotpStep(secret, '287082', new Date(89_000))).toBe(1)
  expect(findTotpStep(secret, '287082', new Date(29_000))).toBe(1)
  expect(findTotpStep(secret, '287082', new Date(90_000))).toBeUndefined()
})

test.each(['', '28708', '2870820', '28708x', '287 082', '٢٨٧٠٨٢', '-87082'])('%j is no code', (code) => {
  expect(findTotpStep(secret, code, new Date(59_000))).toBeUndefined()
})

test('an encrypted secret opens with its key only', () => {
  const box = createSecretBox('k'.repeat(32))
  const sealed = box.seal(secret)
  expect(box.open(sealed)).toBe(secret)
  expect(box.seal(secret), 'never the same twice').not.toBe(sealed)
  expect(createSecretBox('l'.repeat(32)).open(sealed)).toBeUndefined()
  expect(createSecretBox(undefined).open(sealed)).toBeUndefined()
  const at = sealed.length - 4
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  for (const damaged of ['gcm:', 'gcm:AAAA', changed, sealed.slice(0, 30)]) expect(box.open(damaged)).toBeUndefined()
})

test('secrets stored before there was a key stay readable', () => {
  expect(createSecretBox('k'.repeat(32)).open(createSecretBox(undefined).seal(secret))).toBe(secret)
})
