import type { CheckNote, RecordingChecks, RecordingFacts } from '#features/submissions/contract.ts'

/** With a real minus sign, as it is written everywhere else on the page. */
const minus = (number: number) => String(number).replace('-', '−')

type Listened = Omit<RecordingChecks, 'notes' | 'spectrogramKey'>

/** Lists findings about a recording, worst first. None of them blocks a decision. */
export function noteFaults(checks: Listened, facts: RecordingFacts): CheckNote[] {
  const { loudnessLufs, truePeakDb, silence, clippedSamples, brokenFrames, sameAs } = checks
  const notes: (CheckNote | false)[] = [
    sameAs.length > 0 && { code: 'same-bytes', severity: 'problem', text: 'The same file was submitted before.' },
    loudnessLufs === null && {
      code: 'silent',
      severity: 'problem',
      text: 'The recording is silent.',
    },
    brokenFrames > facts.frameCount / 100 && {
      code: 'broken',
      severity: 'problem',
      text: `The recording is damaged: ${brokenFrames} of its ${facts.frameCount} frames cannot be decoded.`,
    },
    brokenFrames > 0 &&
      brokenFrames <= facts.frameCount / 100 && {
        code: 'broken-frames',
        severity: 'warning',
        text: `${brokenFrames} ${brokenFrames === 1 ? 'frame' : 'frames'} of the recording cannot be decoded.`,
      },
    loudnessLufs !== null &&
      loudnessLufs < -26 && {
        code: 'quiet',
        severity: 'warning',
        text: `The track is very quiet: ${minus(loudnessLufs)} LUFS (−14 is typical).`,
      },
    loudnessLufs !== null &&
      loudnessLufs > -7 && {
        code: 'loud',
        severity: 'warning',
        text: `The track is very loud: ${minus(loudnessLufs)} LUFS (−14 is typical).`,
      },
    clippedSamples > facts.sampleRate / 20 && {
      code: 'clipping',
      severity: 'warning',
      text: `The track clips in many places (${clippedSamples.toLocaleString('en')} samples).`,
    },
    truePeakDb !== null &&
      truePeakDb > 1 && {
        code: 'true-peak',
        severity: 'info',
        text: `The peaks reach ${truePeakDb} dB above full scale and may distort.`,
      },
    silence.leadSeconds > 3 && {
      code: 'silence-lead',
      severity: 'warning',
      text: `The track begins with  ${Math.round(silence.leadSeconds)} seconds of silence.`,
    },
    silence.tailSeconds > 8 &&
      loudnessLufs !== null && {
        code: 'silence-tail',
        severity: 'warning',
        text: `The track ends with  ${Math.round(silence.tailSeconds)} seconds of silence.`,
      },
    silence.longestSeconds > 8 && {
      code: 'silence-within',
      severity: 'warning',
      text: `The track contains ${Math.round(silence.longestSeconds)} seconds of silence.`,
    },
    facts.bitrateKbps < 112 &&
      !facts.isVariableBitrate && {
        code: 'low-bitrate',
        severity: 'warning',
        text: `The bitrate is low: ${facts.bitrateKbps} kbit/s (192 or more is recommended).`,
      },
    facts.wronglyAnnounced !== undefined && {
      code: 'announced',
      severity: 'info',
      text: `The header announces ${facts.wronglyAnnounced.toLocaleString('en')} frames, but the file has ${facts.frameCount.toLocaleString('en')}: it was trimmed, or the encoder miscounted. We use the actual count.`,
    },
    facts.sampleRate < 44_100 && {
      code: 'low-rate',
      severity: 'info',
      text: `The sample rate is  ${facts.sampleRate / 1000} kHz.`,
    },
    facts.channels === 1 && { code: 'mono', severity: 'info', text: 'The track is mono.' },
  ]
  const order = { problem: 0, warning: 1, info: 2 }
  return notes.filter((note) => note !== false).toSorted((a, b) => order[a.severity] - order[b.severity])
}

/** Finding for a recording that could not be analysed. */
export const notListened: CheckNote = {
  code: 'not-checked',
  severity: 'problem',
  text: 'The automatic checks could not be completed. The track needs a careful manual review.',
}
