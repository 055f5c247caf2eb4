import { expect, test } from 'vitest'
import type { NowPlaying } from '#features/radio/contract.ts'
import { Announcer } from './announcer.ts'
import { reportStation } from './station-report.ts'
import { manualTime } from './test-time.ts'

function stage() {
  const air = { position: 1, listeners: 0 }
  const now = () =>
    reportStation({
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
  const announcer = new Announcer({ now, time, log: { warn: (details) => warnings.push(details) } })
  const told: NowPlaying[] = []
  const end = announcer.add((news) => told.push(news))
  announcer.look()
  return { air, announcer, time, told, end, warnings }
}

test('a new song is told at once, the same one only once', () => {
  const { air, announcer, told } = stage()
  announcer.look()
  air.position = 2
  announcer.look()
  announcer.look()
  expect(told.map(({ now_playing }) => now_playing?.sh_id)).toEqual([1, 2])
})

test('counts of listeners wait for five seconds and come as the last of them', async () => {
  const { air, announcer, time, told } = stage()
  for (air.listeners = 1; air.listeners < 50; air.listeners++) announcer.look()
  expect(told).toHaveLength(1)
  await time.pass(4900)
  expect(told).toHaveLength(1)
  await time.pass(100)
  expect(told.map(({ listeners }) => listeners.total)).toEqual([0, 50])
})

test('one who fails keeps the news from nobody, and one who left hears none', () => {
  const { air, announcer, told, end, warnings } = stage()
  const others: NowPlaying[] = []
  announcer.add(() => {
    throw new Error('gone')
  })
  announcer.add((news) => others.push(news))
  end()
  air.position = 2
  announcer.look()
  expect([told.length, others.length, warnings.length]).toEqual([1, 1, 1])
})
