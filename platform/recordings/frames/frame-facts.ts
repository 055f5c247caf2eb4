import { findFrames, type Mp3Frames, samplesPerFrame } from './mp3-frames.ts'
import { otherKindOf, otherSoundOf } from './other-kinds.ts'
import type { FaultCode, RecordingFault } from './recording-fault.ts'

/** Facts read from the frames of an MP3, never from its tags. */
type FrameFacts = {
  durationSeconds: number
  frameCount: number
  /** Hertz. */
  sampleRate: number
  channels: 1 | 2
  /** Mean over all frames. */
  bitrateKbps: number
  isVariableBitrate: boolean
  /** Frames that cannot be decoded, and such that are missing between others. */
  brokenFrames: number
  /**
   * Number of frames the encoder announced, if it differs from the actual number: the file was trimmed, or the encoder
   * miscounted.
   */
  wronglyAnnounced: number | undefined
  /** Number of bytes that are neither sound nor a known tag. */
  junkBytes: number
  tagBytes: number
}

/** The facts, or an English sentence with the reason why the file is refused, and its code for other languages. */
export type FrameOutcome = { ok: true; facts: FrameFacts } | { ok: false; sentence: string; fault?: RecordingFault }

/** Limits of one kind of upload, in addition to those of every recording. */
export type RecordingLimits = { minSeconds: number; maxSeconds: number; minKbps: number }

/** Maximum junk; real files contain a little padding, more is another file hidden in this one. */
const maxJunkBytes = 16 * 1024

/** Maximum size of tags, which contain a cover of a few megabytes. */
const maxTagBytes = 8 * 1024 * 1024

/** Maximum share of broken frames. */
const maxBrokenShare = 0.1

/** Reads the frames of a whole MP3 and decides whether the upload is accepted; used for every uploaded recording. */
export function readFrameFacts(file: Buffer, limits: RecordingLimits): FrameOutcome {
  const refuse = (code: FaultCode, values: RecordingFault['values'], sentence: string): FrameOutcome => ({
    ok: false,
    sentence,
    fault: values ? { code, values } : { code },
  })
  const kind = otherKindOf(file)
  if (kind) return { ok: false, ...kind }
  const found = findFrames(file, 'three')
  if ('refused' in found) {
    const { refused, fault } = found
    const isSoundless = fault.code === 'noAudio' || fault.code === 'lessThanASecond'
    const other = isSoundless ? otherSoundOf(file) : undefined
    return { ok: false, ...(other ?? { sentence: refused, fault }) }
  }
  const {
    count,
    sampleRate,
    channels,
    bitrateKbps,
    isVariableBitrate,
    wronglyAnnounced,
    junkBytes,
    holeBytes,
    tagBytes,
  } = found
  const durationSeconds = secondsOf(found)
  const brokenFrames = found.brokenFrames.length + found.lostFrames
  if (durationSeconds < limits.minSeconds)
    return refuse(
      'tooShort',
      { ...durationOf(limits.minSeconds) },
      `This recording is too short. It must be at least ${durationText(limits.minSeconds)} long.`,
    )
  if (durationSeconds > limits.maxSeconds)
    return refuse(
      'tooLong',
      { ...durationOf(limits.maxSeconds) },
      `This recording is too long. It must be at most ${durationText(limits.maxSeconds)} long.`,
    )
  if (bitrateKbps < limits.minKbps)
    return refuse(
      'lowBitrate',
      { kbps: limits.minKbps },
      `The bitrate of this recording is too low. It must be at least ${limits.minKbps} kbit/s.`,
    )
  if (brokenFrames > count * maxBrokenShare || holeBytes > maxJunkBytes)
    return refuse(
      'damaged',
      { broken: brokenFrames, frames: count + found.lostFrames },
      `This file is damaged: ${brokenFrames.toLocaleString('en')} of its ${(count + found.lostFrames).toLocaleString('en')} frames cannot be decoded. Export the recording again.`,
    )
  if (junkBytes - holeBytes > maxJunkBytes || tagBytes > maxTagBytes)
    return refuse(
      'otherData',
      undefined,
      'This file contains too much data that is neither audio nor a known tag. Export the recording as a plain MP3.',
    )
  return {
    ok: true,
    facts: {
      durationSeconds,
      frameCount: count,
      sampleRate,
      channels,
      bitrateKbps,
      isVariableBitrate,
      brokenFrames,
      wronglyAnnounced,
      junkBytes,
      tagBytes,
    },
  }
}

/** Returns a warning about broken frames for the publisher; undefined if there are none. */
export function warningOf({
  brokenFrames,
  frameCount,
}: Pick<FrameFacts, 'brokenFrames' | 'frameCount'>): string | undefined {
  if (brokenFrames === 0) return undefined
  return `This recording is damaged: ${brokenFrames.toLocaleString('en')} of its ${frameCount.toLocaleString('en')} frames cannot be decoded. Listen to it, or export it again.`
}

/** Returns the duration of frames in seconds, rounded to milliseconds. */
export function secondsOf({ count, sampleRate }: Pick<Mp3Frames, 'count' | 'sampleRate'>): number {
  return Math.round((1000 * count * samplesPerFrame(sampleRate)) / sampleRate) / 1000
}

function durationText(seconds: number): string {
  const { count, unit } = durationOf(seconds)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function durationOf(seconds: number): { count: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds >= 3600) return { count: seconds / 3600, unit: 'hour' }
  return seconds >= 60 ? { count: seconds / 60, unit: 'minute' } : { count: seconds, unit: 'second' }
}
