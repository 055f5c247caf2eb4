import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen, onStationReturn, subscribeNowHeard } from './now-playing-store.ts'

let answer: () => Response
let returns = 0
let asked = 0
onStationReturn(() => (returns += 1))

const says = (isOnline: boolean) => () => Response.json({ station: { name: 'Swade Radio' }, is_online: isOnline, listeners: { total: 1 } })
const nextAnswer = () => vi.advanceTimersByTimeAsync(30_000)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => {} })
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('only an answer that says the station is back is told as its return', async () => {
  answer = says(true)
  listen(undefined, 'off')
  subscribeNowHeard(() => {})
  await nextAnswer()
  await nextAnswer()
  await nextAnswer()
  expect(asked).toBeGreaterThanOrEqual(3)
  expect(returns).toBe(0)

  answer = says(false)
  await nextAnswer()
  await nextAnswer()
  expect(returns).toBe(0)
  answer = says(true)
  await nextAnswer()
  expect(returns).toBe(1)
  await nextAnswer()
  expect(returns).toBe(1)

  for (const bad of [() => new Response('broken', { status: 500 }), () => new Response('<html>'), () => Response.error()]) {
    const before = returns
    answer = bad
    await nextAnswer()
    expect(returns).toBe(before)
    answer = says(true)
    await nextAnswer()
    await nextAnswer()
    expect(returns).toBe(before + 1)
  }
})
