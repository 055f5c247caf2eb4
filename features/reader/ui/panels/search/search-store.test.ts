import { expect, test, vi } from 'vitest'
import type { SearchReply } from '#features/reader/contract.ts'
import { createSearchStore } from './search-store.ts'

const hit = (page: number, isLocked = false) => ({ page, isLocked, before: '', match: 'tape', after: '', lines: [0] })
const reply = (query: string, ...hits: SearchReply['hits']): SearchReply => ({
  query,
  hits,
  isCapped: false,
  isQuotaSpent: false,
})

test('it searches once, when typing pauses', async () => {
  const queries: string[] = []
  const store = createSearchStore(async (query) => {
    queries.push(query)
    return reply(query, hit(1))
  })
  for (const query of ['t', 'ta', 'tap', 'tape ']) store.setQuery(query)
  expect(store.getState().phase.kind).toBe('typing')
  await vi.waitFor(() => expect(store.getState().phase.kind).toBe('found'))
  expect(queries).toEqual(['tape'])
})

test('a late answer changes nothing', async () => {
  const answers: ((value: SearchReply) => void)[] = []
  const store = createSearchStore(() => new Promise((resolve) => answers.push(resolve)))
  store.setQuery('tape')
  const first = store.search()
  store.setQuery('reel')
  const second = store.search()
  answers[1]!(reply('reel', hit(2)))
  answers[0]!(reply('tape', hit(1)))
  await Promise.all([first, second])
  expect(store.getState().phase).toMatchObject({ kind: 'found', reply: { query: 'reel' } })
})

test('errors are shown, and searching again may succeed', async () => {
  let isDown = true
  const store = createSearchStore(async (query) => {
    if (isDown) throw new Error('Too many searches today.')
    return reply(query)
  })
  store.setQuery('tape')
  await store.search()
  expect(store.getState().phase).toEqual({ kind: 'error', message: 'Too many searches today.' })
  isDown = false
  await store.search()
  expect(store.getState().phase.kind).toBe('found')
})

test('stepping wraps around the open hits and skips locked ones', async () => {
  const store = createSearchStore(async (query) => reply(query, hit(1), hit(9, true), hit(3)))
  store.setQuery('tape')
  expect(store.step(1)).toBeUndefined()
  await store.search()
  const step = (by: 1 | -1) => {
    const next = store.step(by)
    store.choose(next?.index)
    return next?.hit.page
  }
  expect([step(1), step(1), step(1), step(-1)]).toEqual([1, 3, 1, 3])
})

test('one letter does not search, and an empty query resets', async () => {
  const store = createSearchStore(() => Promise.reject(new Error('asked')))
  store.setQuery('t')
  await store.search()
  expect(store.getState().phase.kind).toBe('typing')
  store.setQuery('')
  expect(store.getState().phase.kind).toBe('idle')
})

test('one letter that can be a word is searched', async () => {
  const store = createSearchStore(async (query) => reply(query, hit(1)))
  store.setQuery('猫')
  await store.search()
  expect(store.getState().phase.kind).toBe('found')
})
