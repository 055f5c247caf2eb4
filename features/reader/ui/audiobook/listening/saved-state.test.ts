import { expect, test, vi } from 'vitest'
import { savedPosition } from './saved-state.ts'

function store(text: string) {
  vi.stubGlobal('localStorage', { getItem: (name: string) => (name === 'listening-place.a-book' ? text : null) })
  return savedPosition('a-book').load()
}

test('a position that an earlier version saved is read', () => {
  const place = { file: '02.mp3', seconds: 40 }
  expect(store(JSON.stringify({ ...place, turn: 3 }))).toEqual({ ...place, session: 3 })
  expect(store(JSON.stringify({ ...place, session: 4 }))).toEqual({ ...place, session: 4 })
})

test.each([
  'null',
  '[]',
  '{',
  '{"file":"02.mp3","seconds":40}',
  '{"file":"02.mp3","seconds":-1,"session":1}',
  '{"file":"02.mp3","seconds":40,"session":"1"}',
])('%s is not a position', (text) => expect(store(text)).toBeUndefined())
