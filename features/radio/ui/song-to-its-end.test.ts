import { afterEach, expect, test, vi } from 'vitest'
import { getNowHeard, listen, stationNowMs, subscribeNowHeard } from './now-playing-store.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a station that goes off the air keeps its song as long as it is heard', async () => {
  const station = { name: 'Swade Radio' }
  let answer: object = { station, is_online: true, now_playing: { song: { title: 'One' } } }
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => {} })
  vi.stubGlobal('fetch', async () => Response.json(answer))
  const nextAnswer = () => vi.advanceTimersByTimeAsync(30_000)

  subscribeNowHeard(() => {})
  await nextAnswer()
  listen({ askedAtMs: stationNowMs(), heardMs: () => 0 }, 'off')
  answer = { station, is_online: false }
  await nextAnswer()
  expect(getNowHeard()).toMatchObject({ isOnline: true, song: { title: 'One' } })
  listen(undefined, 'off')
  expect(getNowHeard()).toMatchObject({ isOnline: false, song: undefined })
})
