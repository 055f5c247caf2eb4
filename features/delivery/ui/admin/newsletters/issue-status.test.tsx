import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pausedSentence } from '#features/delivery/contract.ts'
import type { IssueListItem, Progress } from '#features/issues/contract.ts'
import { changesFrom } from './format-issue.ts'
import { IssueStatusCell } from './issue-status.tsx'
import { pollDelayMs } from './use-polling.ts'

const progress: Progress = {
  planned: 8,
  sent: 6,
  failed: 0,
  uncertain: 0,
  waiting: 2,
  dropped: 0,
  excluded: 0,
  per_second: 0,
  seconds_left: null,
}
const issue: IssueListItem = {
  id: '1',
  slug: 'one',
  title: 'One',
  kind: 'weekly',
  status: 'sending',
  created_at: '2026-11-27T12:00:00Z',
  updated_at: '2026-11-27T12:55:00Z',
  sent_date: '2026-11-27T12:55:00Z',
  subscriber_count: 8,
  due_at: null,
  is_undoable: false,
  reason: '',
  progress,
  open_rate: null,
  click_rate: null,
}
const render = (change: Partial<IssueListItem>) =>
  renderToStaticMarkup(<IssueStatusCell issue={{ ...issue, ...change }} isPaused={false} />)

test('an issue is shown as sending until no email is retried', () => {
  expect(render({})).toMatch(/<span>sending<\/span>.*2 queued for a retry\..*2026-11-27 12:55/)
  expect(render({})).not.toContain('<span>sent</span>')
  const sent = render({ status: 'sent', progress: { ...progress, sent: 8, waiting: 0 } })
  expect(sent).toContain('<span>sent</span>')
  expect(sent).not.toContain('retry')
})

test('an issue that was cancelled is shown as cancelled, and its times name the time zone', () => {
  const cancelled = render({ status: 'failed', reason: 'Cancelled by ada@example.com. Not sent: 2.' })
  expect(cancelled).toContain('<span>cancelled</span>')
  expect(cancelled).not.toContain('failed')
  expect(render({ status: 'sent' })).toContain('2026-11-27 12:55 UTC')
  expect(render({})).toContain('First attempts finished at ')
  expect(render({})).toContain('2026-11-27 12:55 UTC')
})

test('the pace of the first attempts is not shown while emails are retried', () => {
  const pace = { ...progress, per_second: 12, seconds_left: 40 }
  expect(render({ sent_date: null, progress: pace })).toContain('6 of 8, 12 per second, 40 s left')
  expect(render({ progress: pace })).not.toMatch(/per second|s left/)
})

test.each([
  ['', 'Sending is paused.'],
  ['It was paused in the newsletter admin.', 'Sending is paused. It was paused in the newsletter admin.'],
  ['Restored from a backup.', 'Sending is paused. Restored from a backup.'],
])('paused because of “%s” reads “%s”', (reason, sentence) => expect(pausedSentence(reason)).toBe(sentence))

test('an issue is polled often from two minutes before it is sent, however long the page has been open', () => {
  const now = Date.parse('2026-11-27T14:00:00Z')
  const delay = (change: Partial<IssueListItem>) => pollDelayMs(changesFrom({ ...issue, ...change }), now)
  expect(delay({ status: 'sending' })).toBe(2000)
  expect(delay({ status: 'scheduled', due_at: '2026-11-27T14:01:00Z' })).toBe(2000)
  expect(delay({ status: 'scheduled', due_at: '2026-11-27T14:02:10Z' })).toBe(10_000)
  expect(delay({ status: 'scheduled', due_at: '2026-11-28T14:00:00Z' })).toBe(30_000)
  expect(delay({ status: 'draft' })).toBe(30_000)
})
