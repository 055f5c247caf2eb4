import { expect, test } from 'vitest'
import { decodeNews, encodeNews, type HallNews } from './hall-news.ts'

const none: HallNews = { guests: [], moved: [], gestures: [], went: [] }

test('updates of a thousand guests are split into messages that PostgreSQL accepts, and nothing is lost', () => {
  const guests = Array.from({ length: 1000 }, (_, index): HallNews['guests'][number] => [
    `guest-${index}`,
    'Midnight Lantern',
    12,
    1_900_000_000_000 + index,
    -1200,
    2200,
    628,
  ])
  const moved = guests.map(([id]): HallNews['moved'][number] => [id, -1200, 2200, 628])
  const messages = encodeNews('process-1', { ...none, guests, moved, went: ['gone'] })
  expect(messages.length).toBeGreaterThan(10)
  for (const message of messages) expect(Buffer.byteLength(`venue-halls ${message}`)).toBeLessThan(7_900)
  const decoded = messages.map((message) => decodeNews(message)!)
  expect(decoded.flatMap((one) => one.guests)).toEqual(guests)
  expect(decoded.flatMap((one) => one.moved)).toEqual(moved)
  expect(decoded.flatMap((one) => one.went)).toEqual(['gone'])
  expect(new Set(decoded.map(({ process }) => process))).toEqual(new Set(['process-1']))
})

test('without updates nothing is sent', () => {
  expect(encodeNews('process-1', none)).toEqual([])
})

test('a message of another kind is ignored', () => {
  for (const text of ['', 'null', '{', '[]', '{"process":"x"}', JSON.stringify({ process: 'x', ...none, went: [1] })])
    expect(decodeNews(text)).toBeUndefined()
})
