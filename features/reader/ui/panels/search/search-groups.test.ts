import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import type { SearchHit } from '#features/reader/contract.ts'
import { describeReply, groupByPage } from './search-groups.ts'
import type { SiteMessages } from '#shared/messages.ts'
import { en } from '#features/reader/messages/en.ts'

const t = createTranslator({ locale: 'en', messages: { reader: en } as SiteMessages, namespace: 'reader.search' })

const hit = (page: number, match = 'tape', isLocked = false) => ({
  page,
  match,
  isLocked,
  before: '',
  after: '',
  lines: [],
})

test('hits are grouped by page, pages in order, hits as received', () => {
  const groups = groupByPage([hit(3, 'a'), hit(1, 'b'), hit(3, 'c')])
  expect(groups.map(({ page, hits }) => [page, hits.map(({ match }) => match)])).toEqual([
    [1, ['b']],
    [3, ['a', 'c']],
  ])
})

test('the results are summarized in one line', () => {
  const say = (hits: SearchHit[], flags = {}) =>
    describeReply({ hits, isCapped: false, isQuotaSpent: false, ...flags }, t)
  expect(say([])).toBe('No results.')
  expect(say([hit(1)])).toBe('1 result on 1 page.')
  expect(say([hit(1), hit(1), hit(7, 'x', true)])).toBe('3 results on 2 pages (1 result is on a locked page).')
  expect(say([hit(7, 'x', true)], { isCapped: true })).toBe(
    'Showing the first 1 result on 1 page, locked. Add more words to narrow the search.',
  )
  expect(say([hit(1)], { isQuotaSpent: true })).toBe(
    '1 result on 1 page. Locked pages were not searched because you have reached the search limit. Try again later.',
  )
})
