import { expect, test } from 'vitest'
import type { SubmissionStatus } from '#features/submissions/contract.ts'
import { headlineOf, rungsOf } from './status-words.ts'

const offAir = { isInRotation: false, isOnAirNow: false, plays: 0, peakListeners: 0, lastPlayedAt: null }
const at = '2026-03-01T10:00:00.000Z'
const steps = (...names: string[]) => names.map((step) => ({ step, detail: '', at }))

function statusWith(given: Partial<SubmissionStatus>): SubmissionStatus {
  return { state: 'received', steps: steps('received'), onAir: offAir, reason: '', checks: undefined, ...given } as SubmissionStatus
}
const nowOf = (given: Partial<SubmissionStatus>) => {
  const rungs = rungsOf(statusWith(given))
  return [
    headlineOf(statusWith(given)),
    rungs
      .filter(({ is }) => is === 'now' || is === 'ended')
      .map(({ name }) => name)
      .join(' '),
  ]
}
const heard = { peaks: [], notes: [], loudnessLufs: -14 }
const accepted = { state: 'accepted' as const, checks: heard, steps: steps('received', 'checked', 'accepted') }

test.each([
  [{}, ['Received', 'Checked']],
  [{ state: 'in_review' as const, checks: heard, steps: steps('received', 'checked') }, ['In review', 'In review']],
  [
    { state: 'declined' as const, checks: heard, reason: 'Too quiet.', steps: steps('received', 'checked', 'declined') },
    ['Not this one', 'Declined'],
  ],
  [accepted, ['Accepted', 'In rotation']],
  [{ ...accepted, onAir: { ...offAir, isInRotation: true } }, ['In rotation', 'On air']],
  [{ ...accepted, onAir: { ...offAir, isInRotation: true, isOnAirNow: true, plays: 1 } }, ['On air now', 'On air now']],
  [{ state: 'withdrawn' as const, steps: steps('received', 'withdrawn') }, ['Withdrawn', 'Withdrawn']],
])('the way onto the air tells where a track is, %#', (given, expected) => {
  expect(nowOf(given)).toEqual(expected)
})

test('a reason for a no is told in its place', () => {
  const [ended] = rungsOf(statusWith({ state: 'declined', reason: 'Too quiet.', steps: steps('received', 'checked', 'declined') })).slice(
    -1,
  )
  expect(ended).toMatchObject({ name: 'Declined', words: 'Too quiet.', at })
})
