import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const [key, other] = [randomBytes(32), randomBytes(32)]
const box = createSecretBox(async () => key)

test.each(['', 'a secret', 'ünïcode 🎵', 'x'.repeat(100_000)])(
  '%.20s is unchanged after encryption and decryption',
  async (text) => {
    expect(await box.open(await box.seal(text))).toBe(text)
  },
)

test('the same text is encrypted to different bytes each time, and opens with its key only', async () => {
  const sealed = await box.seal('a secret')
  expect(await box.seal('a secret')).not.toBe(sealed)
  expect(await createSecretBox(async () => other).open(sealed)).toBeUndefined()
  const both = createSecretBox(
    async () => other,
    async () => key,
  )
  expect(await both.open(sealed), 'a later key opens what it encrypted').toBe('a secret')
  expect(await createSecretBox(async () => other).open(await both.seal('b')), 'the first key encrypts').toBe('b')
})

test('a changed, truncated or foreign text cannot be decrypted', async () => {
  const sealed = await box.seal('a secret')
  for (let at = 4; at < sealed.length; at += 1) {
    const letter = sealed[at] === 'A' ? 'B' : 'A'
    const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1)
    // The last letter contains unused bits.
    if (!Buffer.from(changed.slice(4), 'base64url').equals(Buffer.from(sealed.slice(4), 'base64url')))
      expect(await box.open(changed), `letter ${at}`).toBeUndefined()
  }
  for (const damaged of ['', 'gcm:', 'gcm:AAAA', 'plain:a secret', sealed.slice(0, 30)])
    expect(await box.open(damaged)).toBeUndefined()
})
