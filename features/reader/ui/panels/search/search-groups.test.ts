import { expect, test } from 'vitest'
import type { SearchHit } from '#features/reader/contract.ts'
import { describeReply, groupByPage } from './search-groups.ts'

const hit = (page: number, match = 'tape', isLocked = false) => ({
  page,
  match,
  isLocked,
  before: '',
  after: '',
  lines: [],
})

test('hits are grouped by page, pages in order, hits as they came', () => {
  const groups = groupByPage([hit(3, 'a'), hit(1, 'b'), hit(3, 'c')])
  expect(groups.map(({ page, hits }) => [page, hits.map(({ match }) => match)])).toEqual([
    [1, ['b']],
    [3, ['a', 'c']],
  ])
})

test('what came out is said in one line', () => {
  const say = (hits: SearchHit[], flags = {}) => describeReply({ hits, isCapped: false, isQuotaSpent: false, ...flags })
  expect(say([])).toBe('Nothing found.')
  expect(say([hit(1)])).toBe('1 place on 1 page.')
  expect(say([hit(1), hit(1), hit(7, 'x', true)])).toBe('3 places on 2 pages, 1 of them locked.')
  expect(say([hit(7, 'x', true)], { isCapped: true })).toBe(
    'The first 1 place on 1 page, locked. Search for more words to narrow it down.',
  )
  expect(say([hit(1)], { isQuotaSpent: true })).toBe(
    '1 place on 1 page. The searches in the locked pages are used up for now; open pages are still searched.',
  )
})
