import { expect, test } from 'vitest'
import { createPasswords, type DeriveKey } from './passwords.ts'

/** A fake that derives nothing, records the cost of each call, and completes it when the test says so. */
function countingDerive() {
  const costs: { N: number; r: number; p: number }[] = []
  const finish: (() => void)[] = []
  const derive: DeriveKey = (_password, _salt, cost) => {
    costs.push(cost)
    return new Promise((resolve) => finish.push(() => resolve(Buffer.alloc(32))))
  }
  return { costs, finish, derive }
}

const refusal = { code: 'too-many-requests', retryAfterSeconds: 3 }
const settled = () => new Promise(setImmediate)

test('production hashes with scrypt at N = 2^17, r = 8, p = 1, and the hash verifies only its own password', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('a long enough password')
  expect(hash).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await passwords.verify('a long enough password', hash)).toBe(true)
  expect(await passwords.verify('a long enough passwors', hash)).toBe(false)
})

test('a hash is verified at the cost it was made with', async () => {
  const hash = await createPasswords({ cost: 16 }).hash('secret')
  expect(await createPasswords({ cost: 32 }).verify('secret', hash)).toBe(true)
})

test('the same password has a different hash each time', async () => {
  const passwords = createPasswords({ cost: 16 })
  expect(await passwords.hash('secret')).not.toBe(await passwords.hash('secret'))
})

test('without a hash, the same amount of work is done as with one', async () => {
  const { costs, finish, derive } = countingDerive()
  const passwords = createPasswords({ derive })
  const hash = createPasswords({ derive }).hash('secret')
  await settled()
  finish.shift()!()
  const known = passwords.verify('guess', (await hash).replace(/[^$]+$/, Buffer.alloc(32, 1).toString('base64url')))
  await settled()
  finish.shift()!()
  const unknown = passwords.verify('guess', undefined)
  await settled()
  finish.shift()!()
  expect([await known, await unknown]).toEqual([false, false])
  expect(costs).toEqual(Array(3).fill({ N: 2 ** 17, r: 8, p: 1 }))
})

test('twenty concurrent hashes neither queue without limit nor occupy the threads that read files', async () => {
  const { costs, finish, derive } = countingDerive()
  const passwords = createPasswords({ derive })
  const answers = Array.from({ length: 20 }, () => passwords.verify('x', undefined).catch((error: unknown) => error))
  // Calls beyond a queue of four were rejected at once.
  expect(await Promise.all(answers.slice(4))).toEqual(Array(16).fill(expect.objectContaining(refusal)))
  for (let done = 1; done <= 4; done += 1) {
    await settled()
    expect(costs).toHaveLength(done)
    finish.shift()!()
  }
  expect(await Promise.all(answers.slice(0, 4))).toEqual(Array(4).fill(false))
})
