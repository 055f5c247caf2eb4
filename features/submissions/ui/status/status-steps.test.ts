import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { SubmissionStatus } from '#features/submissions/contract.ts'
import { en } from '#features/submissions/messages/en.ts'
import * as labels from './status-steps.ts'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'status.steps' }) as Parameters<
  typeof labels.statusStepsOf
>[1]
const headlineOf = (status: SubmissionStatus) => labels.headlineOf(status, t)
const statusStepsOf = (status: SubmissionStatus) => labels.statusStepsOf(status, t)

const offAir = { isInRotation: false, isOnAirNow: false, plays: 0, peakListeners: 0, lastPlayedAt: null }
const at = '2026-03-01T10:00:00.000Z'
const steps = (...names: string[]) => names.map((step) => ({ step, detail: '', at }))

function statusWith(overrides: Partial<SubmissionStatus>): SubmissionStatus {
  return {
    state: 'received',
    steps: steps('received'),
    onAir: offAir,
    reason: '',
    checks: undefined,
    ...overrides,
  } as SubmissionStatus
}
const nowOf = (overrides: Partial<SubmissionStatus>) => {
  const statusSteps = statusStepsOf(statusWith(overrides))
  return [
    headlineOf(statusWith(overrides)),
    statusSteps
      .filter(({ is }) => is === 'now' || is === 'ended')
      .map(({ name }) => name)
      .join(' '),
  ]
}
const checks = { peaks: [], notes: [], loudnessLufs: -14 }
const accepted = { state: 'accepted' as const, checks, steps: steps('received', 'checked', 'accepted') }

test.each([
  [{}, ['Received', 'Checked']],
  [{ state: 'in_review' as const, checks, steps: steps('received', 'checked') }, ['In review', 'In review']],
  [
    {
      state: 'declined' as const,
      checks,
      reason: 'Too quiet.',
      steps: steps('received', 'checked', 'declined'),
    },
    ['Declined', 'Declined'],
  ],
  [accepted, ['Accepted', 'In rotation']],
  [{ ...accepted, onAir: { ...offAir, isInRotation: true } }, ['In rotation', 'On air']],
  [{ ...accepted, onAir: { ...offAir, isInRotation: true, isOnAirNow: true, plays: 1 } }, ['On air now', 'On air now']],
  [{ state: 'withdrawn' as const, steps: steps('received', 'withdrawn') }, ['Withdrawn', 'Withdrawn']],
])('the steps show where a track is, %#', (overrides, expected) => {
  expect(nowOf(overrides)).toEqual(expected)
})

test('a track that was decided before its check is not shown as waiting for it, unless the check is still due', () => {
  const names = (overrides: Partial<SubmissionStatus>) =>
    statusStepsOf(statusWith(overrides)).map(({ name, is }) => `${name} ${is}`)
  expect(names({ state: 'declined', steps: steps('received', 'declined') })).toEqual([
    'Received done',
    'In review done',
    'Declined ended',
  ])
  expect(names({ state: 'accepted', steps: steps('received', 'accepted') }).slice(0, 3)).toEqual([
    'Received done',
    'Checked now',
    'In review done',
  ])
  const later = [...steps('received', 'accepted'), { step: 'checked', detail: '', at: '2026-03-01T11:00:00.000Z' }]
  const moments = statusStepsOf(statusWith({ ...accepted, steps: later })).map(({ name, at: moment }) => [name, moment])
  expect(moments.slice(0, 4)).toEqual([
    ['Received', at],
    ['Checked', '2026-03-01T11:00:00.000Z'],
    ['In review', at],
    ['Accepted', at],
  ])
})

test('a review has the time of the end of the checks while it goes on, and of the decision afterwards', () => {
  const decidedAt = '2026-03-02T09:00:00.000Z'
  const reviewAt = (overrides: Partial<SubmissionStatus>) =>
    statusStepsOf(statusWith({ checks, ...overrides })).find(({ name }) => name === 'In review')?.at
  expect(reviewAt({ state: 'in_review', steps: steps('received', 'checked') })).toBe(at)
  for (const state of ['accepted', 'declined'] as const)
    expect(
      reviewAt({ state, steps: [...steps('received', 'checked'), { step: state, detail: '', at: decidedAt }] }),
    ).toBe(decidedAt)
})

test('a track is said to be played regularly only after its first play', () => {
  const rotationText = (plays: number) =>
    statusStepsOf(statusWith({ ...accepted, onAir: { ...offAir, isInRotation: true, plays } })).find(
      ({ name }) => name === 'In rotation',
    )?.words
  expect(rotationText(0)).toBe('The track is in the station’s rotation.')
  expect(rotationText(1)).toBe('The station plays it regularly.')
})

test('the reason for declining is shown at its step', () => {
  const [ended] = statusStepsOf(
    statusWith({ state: 'declined', reason: 'Too quiet.', steps: steps('received', 'checked', 'declined') }),
  ).slice(-1)
  expect(ended).toMatchObject({ name: 'Declined', words: 'Too quiet.', at })
})

test('a decision that was undone leaves no time at the step that is ahead again', () => {
  const undone = {
    state: 'in_review' as const,
    checks,
    steps: steps('received', 'checked', 'accepted', 'undone'),
  }
  expect(statusStepsOf(statusWith(undone)).find(({ name }) => name === 'Accepted')).toMatchObject({
    at: undefined,
    is: 'ahead',
  })
})

test('a recording whose checks could not be completed is not said to have been checked', () => {
  const notes = [{ code: 'not-checked', severity: 'problem' as const, text: '' }]
  const given = { state: 'in_review' as const, checks: { ...checks, notes }, steps: steps('received', 'checked') }
  const words = statusStepsOf(statusWith(given)).map((step) => step.words)
  expect(words).toContain('The automatic checks could not be completed.')
  expect(words).not.toContain('We checked the whole recording.')
})
