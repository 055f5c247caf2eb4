import { expect, test } from 'vitest'
import { lazyLoader } from './lazy-loader.ts'

test('code is loaded once for all callers, and available at once afterwards', async () => {
  let loads = 0
  const code = lazyLoader(async () => ++loads)
  expect(code.get()).toBeUndefined()
  expect(await Promise.all([code.fetch(), code.fetch()])).toEqual([true, true])
  expect(await code.fetch()).toBe(true)
  expect([code.get(), await code.arrival, loads]).toEqual([1, 1, 1])
})

test('code that failed to load is loaded again, and waiting callers never see the failure', async () => {
  const answers = [Promise.reject(new Error('no line')), Promise.resolve('here')]
  const code = lazyLoader(() => answers.shift()!)
  let arrival: string | undefined
  void code.arrival.then((arrived) => (arrival = arrived))
  expect(await code.fetch()).toBe(false)
  expect([code.get(), arrival]).toEqual([undefined, undefined])
  expect(await code.fetch()).toBe(true)
  expect([code.get(), arrival]).toEqual(['here', 'here'])
})
