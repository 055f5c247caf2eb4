import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SubmissionView } from '#features/submissions/contract.ts'
import { pausedNote } from '#features/owner/contract.ts'
import { OnAirPanel } from './on-air-panel.tsx'

const onAir = { isOnAirNow: false, isInRotation: false, plays: 0, peakListeners: 0, lastPlayedAt: undefined }
const show = (about: Partial<SubmissionView>, isPaused: boolean) =>
  renderToString(<OnAirPanel submission={{ onAir, ...about } as unknown as SubmissionView} isPaused={isPaused} />)

test.each([
  ['a conversion', { sound: { state: 'pending', reason: '' } }],
  ['an upload', { externalUpload: { state: 'pending', fault: '' } }],
] as [string, Partial<SubmissionView>][])('on a paused site %s that is pending says when it continues', (_, about) => {
  expect(show(about, false)).not.toContain(pausedNote)
  expect(show(about, true)).toContain(pausedNote)
})
