import { expect, test } from 'vitest'
import { createRoomCheck } from './room-check.ts'

test('a room is checked at most once a minute, and another room at once', async () => {
  let now = Date.parse('2026-12-01T00:00:00Z')
  const requests: string[] = []
  const checkRoom = createRoomCheck({
    clock: { now: () => new Date(now) },
    fetchCheck: async (address) => (requests.push(address), requests.length > 1 ? 'refuses' : 'open'),
  })
  expect(await Promise.all([checkRoom('a'), checkRoom('a'), checkRoom('a')])).toEqual(['open', 'open', 'open'])
  now += 59_999
  expect(await checkRoom('a')).toBe('open')
  now += 1
  expect(await checkRoom('a')).toBe('refuses')
  await checkRoom('b')
  expect(requests).toEqual(['a', 'a', 'b'])
})
