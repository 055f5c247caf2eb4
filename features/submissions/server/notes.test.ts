import { expect, test } from 'vitest'
import type { RecordingFacts } from '#features/submissions/contract.ts'
import { noteFaults } from './notes.ts'

const facts = { frameCount: 766, sampleRate: 44_100, bitrateKbps: 192, channels: 2 } as RecordingFacts
const checks = { loudnessLufs: -14, truePeakDb: -1, clippedSamples: 0, brokenFrames: 0, sameAs: [] }

function codesOf(given: { loudnessLufs: number | null; truePeakDb?: number | null }): string[] {
  const silence = { leadSeconds: 20, tailSeconds: 20, longestSeconds: 20 }
  const heard = { ...checks, ...given, silence } as unknown as Parameters<typeof noteFaults>[0]
  return noteFaults(heard, facts).map(({ code }) => code)
}

test('a silent recording has one finding about silence', () => {
  expect(codesOf({ loudnessLufs: null, truePeakDb: null })).toEqual(['silent'])
})

test('a recording with sound has a finding for each of its long silences', () => {
  expect(codesOf({ loudnessLufs: -14 })).toEqual(['silence-lead', 'silence-tail', 'silence-within'])
})
