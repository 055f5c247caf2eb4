import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNowPlayingStore } from './now-playing-store.ts'

let answer: () => Response
let requestCount = 0

const station = { name: 'Swade Radio' }
const respondOnline = (isOnline: boolean) => () =>
  Response.json({ station, is_online: isOnline, listeners: { total: 1 } })
const nextAnswer = () => vi.advanceTimersByTimeAsync(30_000)

beforeEach(() => {
  requestCount = 0
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => {} })
  vi.stubGlobal('fetch', async () => {
    requestCount += 1
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('only a response that reports the station back on air counts as its recovery', async () => {
  const { listen, nowHeard, onStationRecovery } = createNowPlayingStore()
  let returns = 0
  onStationRecovery(() => (returns += 1))
  answer = respondOnline(true)
  listen(undefined, 'off')
  nowHeard.subscribe(() => {})
  await nextAnswer()
  await nextAnswer()
  await nextAnswer()
  expect(requestCount).toBeGreaterThanOrEqual(3)
  expect(returns).toBe(0)

  answer = respondOnline(false)
  await nextAnswer()
  await nextAnswer()
  expect(returns).toBe(0)
  answer = respondOnline(true)
  await nextAnswer()
  expect(returns).toBe(1)
  await nextAnswer()
  expect(returns).toBe(1)

  for (const bad of [
    () => new Response('broken', { status: 500 }),
    () => new Response('<html>'),
    () => Response.error(),
  ]) {
    const before = returns
    answer = bad
    await nextAnswer()
    expect(returns).toBe(before)
    answer = respondOnline(true)
    await nextAnswer()
    await nextAnswer()
    expect(returns).toBe(before + 1)
  }
})

test('a station that goes off air keeps its song as long as it is heard', async () => {
  const { listen, nowHeard, stationNowMs } = createNowPlayingStore()
  answer = () => Response.json({ station, is_online: true, now_playing: { song: { title: 'One' } } })
  nowHeard.subscribe(() => {})
  await nextAnswer()
  listen({ askedAtMs: stationNowMs(), heardMs: () => 0 }, 'off')
  answer = () => Response.json({ station, is_online: false })
  await nextAnswer()
  expect(nowHeard.getState()).toMatchObject({ isOnline: true, song: { title: 'One' } })
  listen(undefined, 'off')
  expect(nowHeard.getState()).toMatchObject({ isOnline: false, song: undefined })
})
