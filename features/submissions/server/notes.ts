import { createTranslator } from 'use-intl/core'
import type { CheckNote, RecordingChecks, RecordingFacts } from '#features/submissions/contract.ts'
import { en } from '#features/submissions/messages/en.ts'
import { noteText } from '#features/submissions/note-text.ts'

const translate = createTranslator({ locale: 'en', messages: en, namespace: 'notes' })

const noteOf = (
  code: string,
  severity: CheckNote['severity'],
  values: Readonly<Record<string, number>> = {},
): CheckNote => ({
  code,
  severity,
  text: noteText({ code, text: '', values }, translate, 'en'),
  values,
})

type Listened = Omit<RecordingChecks, 'notes' | 'spectrogramKey'>

/** Lists findings about a recording, worst first. None of them blocks a decision. */
export function noteFaults(checks: Listened, facts: RecordingFacts): CheckNote[] {
  const { loudnessLufs, truePeakDb, silence, clippedSamples, brokenFrames, sameAs } = checks
  const { frameCount, sampleRate, bitrateKbps, wronglyAnnounced } = facts
  const notes: (CheckNote | false)[] = [
    sameAs.length > 0 && noteOf('same-bytes', 'problem'),
    loudnessLufs === null && noteOf('silent', 'problem'),
    brokenFrames > frameCount / 100 && noteOf('broken', 'problem', { broken: brokenFrames, frames: frameCount }),
    brokenFrames > 0 &&
      brokenFrames <= frameCount / 100 &&
      noteOf('broken-frames', 'warning', { broken: brokenFrames }),
    loudnessLufs !== null && loudnessLufs < -26 && noteOf('quiet', 'warning', { lufs: loudnessLufs }),
    loudnessLufs !== null && loudnessLufs > -7 && noteOf('loud', 'warning', { lufs: loudnessLufs }),
    clippedSamples > sampleRate / 20 && noteOf('clipping', 'warning', { samples: clippedSamples }),
    truePeakDb !== null && truePeakDb > 1 && noteOf('true-peak', 'info', { db: truePeakDb }),
    silence.leadSeconds > 3 &&
      loudnessLufs !== null &&
      noteOf('silence-lead', 'warning', { seconds: Math.round(silence.leadSeconds) }),
    silence.tailSeconds > 8 &&
      loudnessLufs !== null &&
      noteOf('silence-tail', 'warning', { seconds: Math.round(silence.tailSeconds) }),
    silence.longestSeconds > 8 &&
      loudnessLufs !== null &&
      noteOf('silence-within', 'warning', { seconds: Math.round(silence.longestSeconds) }),
    bitrateKbps < 112 && !facts.isVariableBitrate && noteOf('low-bitrate', 'warning', { kbps: bitrateKbps }),
    wronglyAnnounced !== undefined && noteOf('announced', 'info', { announced: wronglyAnnounced, frames: frameCount }),
    sampleRate < 44_100 && noteOf('low-rate', 'info', { khz: sampleRate / 1000 }),
    facts.channels === 1 && noteOf('mono', 'info'),
  ]
  const order = { problem: 0, warning: 1, info: 2 }
  return notes.filter((note) => note !== false).toSorted((a, b) => order[a.severity] - order[b.severity])
}

/** Finding for a recording that could not be analyzed. */
export const notListened: CheckNote = noteOf('not-checked', 'problem')
