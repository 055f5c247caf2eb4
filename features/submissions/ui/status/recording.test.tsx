import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SubmissionState, SubmissionStatus } from '#features/submissions/contract.ts'
import { en } from '#features/submissions/messages/en.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { Recording } from './recording.tsx'

const quiet = { code: 'quiet', severity: 'warning', text: '', values: { lufs: -30 } }

function show(state: SubmissionState, notes: object[] = [quiet]): string {
  const status = {
    state,
    facts: { durationSeconds: 20, bitrateKbps: 192, sampleRate: 44_100, channels: 2 },
    checks: {
      peaks: [1],
      loudnessLufs: -30,
      notes,
    },
    onAir: { plays: 0, peakListeners: 0 },
  } as unknown as SubmissionStatus
  return renderToStaticMarkup(inEnglish(<Recording {...status} />, { submissions: en }))
}

test('findings say that they do not decide the outcome only until it is decided', () => {
  const hint = 'These findings do not decide the outcome.'
  for (const state of ['received', 'in_review'] as const) expect(show(state)).toContain(hint)
  for (const state of ['accepted', 'declined', 'withdrawn'] as const) expect(show(state)).not.toContain(hint)
})

test('the note to the reviewer about incomplete checks is not shown to the artist', () => {
  const unchecked = { code: 'not-checked', severity: 'problem', text: '', values: {} }
  expect(show('in_review', [unchecked])).not.toMatch(/Findings|careful manual review/)
  const both = show('in_review', [unchecked, quiet])
  expect(both).toContain('The track is very quiet')
  expect(both).not.toContain('careful manual review')
})

test('a loudness has the same minus sign in the facts and in the findings', () => {
  expect(show('in_review').match(/.30 LUFS/g)).toEqual(['−30 LUFS', '−30 LUFS'])
})
