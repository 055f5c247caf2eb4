import { expect, test } from 'vitest'
import type { NowPlaying } from '#features/radio/contract.ts'
import { NowPlayingPublisher } from './now-playing-publisher.ts'
import { reportStation } from './station-report.ts'
import { manualTime } from './test-time.ts'

function stage() {
  const air = { position: 1, listeners: 0 }
  const now = () =>
    reportStation({
      name: 'Swade Radio',
      origin: 'https://swade.example',
      listenUrl: 'https://swade.example/radio/stream.mp3',
      nowMs: 5000,
      current: {
        play: {
          position: air.position,
          recordingId: 'track:a',
          title: 'A',
          artist: 'B',
          startsAtMs: 1000,
          frameCount: 1000,
          sampleRate: 44_100,
        },
        recording: undefined,
      },
      next: undefined,
      history: [],
      listeners: air.listeners,
      burstMs: 3000,
    })
  const warnings: object[] = []
  const time = manualTime()
  const publisher = new NowPlayingPublisher({ now, time, log: { warn: (details) => warnings.push(details) } })
  const published: NowPlaying[] = []
  const end = publisher.add((news) => published.push(news))
  publisher.check()
  return { air, publisher, time, published, end, warnings }
}

test('a new song is published at once, and only once', () => {
  const { air, publisher, published } = stage()
  publisher.check()
  air.position = 2
  publisher.check()
  publisher.check()
  expect(published.map(({ now_playing }) => now_playing?.sh_id)).toEqual([1, 2])
})

test('a listener count is published after five seconds, with the latest value', async () => {
  const { air, publisher, time, published } = stage()
  for (air.listeners = 1; air.listeners < 50; air.listeners++) publisher.check()
  expect(published).toHaveLength(1)
  await time.pass(4900)
  expect(published).toHaveLength(1)
  await time.pass(100)
  expect(published.map(({ listeners }) => listeners.total)).toEqual([0, 50])
})

test('a failing subscriber does not affect others, and an unsubscribed one gets nothing', () => {
  const { air, publisher, published, end, warnings } = stage()
  const others: NowPlaying[] = []
  publisher.add(() => {
    throw new Error('gone')
  })
  publisher.add((news) => others.push(news))
  end()
  air.position = 2
  publisher.check()
  expect([published.length, others.length, warnings.length]).toEqual([1, 1, 1])
})
