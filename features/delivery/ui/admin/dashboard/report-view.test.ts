import { expect, test } from 'vitest'
import { reportState } from './report-view.tsx'

test.each([
  ['sending', null, 'Sending has not finished. The numbers will change.'],
  // Every email was tried, and some are being retried.
  ['sending', '2026-11-27T14:00:00Z', 'Sending has not finished. The numbers will change.'],
  ['paused', null, 'Sending is paused. The numbers will change when it resumes.'],
  ['failed', null, 'Sending was cancelled. These numbers cover the emails that were sent before that.'],
  ['sent', '2026-11-27T14:00:00Z', 'Sent on'],
] as const)('a report of an issue that is %s since %s says so', (status, at, text) =>
  expect(reportState({ status, sent_date: at, was_started: true })).toContain(text),
)

test('a report of an issue that was cancelled before its sending started says that nothing was sent', () =>
  expect(reportState({ status: 'failed', sent_date: null, was_started: false })).toBe(
    'Sending was cancelled before it started, so no email was sent.',
  ))
