import { expect, test } from 'vitest'
import { searchAdvice } from './subscriber-search.ts'

test.each([
  [{ q: 'ada', status: '', role: '' }, 'Try a shorter search.'],
  [{ q: '', status: 'pending', role: '' }, 'Try another status.'],
  [{ q: 'ada', status: 'pending', role: '' }, 'Try a shorter search or another status.'],
  [{ q: '', status: '', role: 'editor' }, 'Try another role.'],
  [{ q: 'ada', status: 'pending', role: 'editor' }, 'Try a shorter search, another status, or another role.'],
])('after a search for %o without results, the advice is “%s”', (query, advice) => {
  expect(searchAdvice(query)).toBe(advice)
})
