import { expect, test } from 'vitest'
import { lazyLoader } from './lazy-loader.ts'

test('code is loaded once for all callers, and available at once afterwards', async () => {
  let asked = 0
  const code = lazyLoader(async () => ++asked)
  expect(code.get()).toBeUndefined()
  expect(await Promise.all([code.fetch(), code.fetch()])).toEqual([true, true])
  expect(await code.fetch()).toBe(true)
  expect([code.get(), await code.arrival, asked]).toEqual([1, 1, 1])
})

test('code that failed to load is loaded again, and waiting callers never see the failure', async () => {
  const answers = [Promise.reject(new Error('no line')), Promise.resolve('here')]
  const code = lazyLoader(() => answers.shift()!)
  let heard: string | undefined
  void code.arrival.then((arrived) => (heard = arrived))
  expect(await code.fetch()).toBe(false)
  expect([code.get(), heard]).toEqual([undefined, undefined])
  expect(await code.fetch()).toBe(true)
  expect([code.get(), heard]).toEqual(['here', 'here'])
})
