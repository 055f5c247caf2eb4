import { findFrames, samplesPerFrame } from './mp3-frames.ts'

/** What the frames of an MP3 tell of it, never what its tags claim. */
export type FrameFacts = {
  durationSeconds: number
  frameCount: number
  /** Hertz. */
  sampleRate: number
  channels: 1 | 2
  /** Mean over all frames. */
  bitrateKbps: number
  isVariableBitrate: boolean
  /** What is neither sound nor a known tag. */
  junkBytes: number
  tagBytes: number
}

/** The facts, or a sentence that says why this is no MP3 to be played. */
export type FrameOutcome = { ok: true; facts: FrameFacts } | { ok: false; sentence: string }

/** What other files begin with, and what to call them. Behind an ID3 tag it counts as well. */
const otherKinds: [name: string, at: number, magic: string][] = [
  ['a WAV file', 0, 'RIFF'],
  ['a WAV file', 0, 'RF64'],
  ['an AIFF file', 0, 'FORM'],
  ['a FLAC file', 0, 'fLaC'],
  ['an Ogg file', 0, 'OggS'],
  ['an M4A or MP4 file', 4, 'ftyp'],
  ['a PDF document', 0, '%PDF'],
  ['a ZIP archive', 0, 'PK\x03\x04'],
  ['a playlist', 0, '#EXTM3U'],
  ['a RAR archive', 0, 'Rar!'],
  ['a web page', 0, '<!'],
  ['a web page', 0, '<html'],
  ['a program', 0, 'MZ'],
  ['a program', 0, '\x7fELF'],
  ['a picture', 0, '\x89PNG'],
  ['a picture', 0, 'GIF8'],
  ['a picture', 0, '\xff\xd8\xff'],
]

/** Real files hold a little padding here and there; more is another file hidden in this one. */
const mostJunkBytes = 16 * 1024

/** Tags hold a cover of a few megabytes at most. */
const mostTagBytes = 8 * 1024 * 1024

/**
 * Reads the frames of a whole MP3.
 *
 * @param limits Shortest and longest that is taken, in seconds.
 */
export function readFrameFacts(file: Buffer, limits: { leastSeconds: number; mostSeconds: number }): FrameOutcome {
  const refuse = (sentence: string): FrameOutcome => ({ ok: false, sentence })
  const kind = otherKindOf(file)
  if (kind) return refuse(`This is ${kind} with another name. Please send the track as an MP3.`)
  const found = findFrames(file)
  if ('refused' in found) return refuse(`This file cannot be played. ${found.refused}`)
  const { count, sampleRate, channels, bitrateKbps, isVariableBitrate, junkBytes, tagBytes } = found
  const durationSeconds = Math.round((1000 * count * samplesPerFrame(sampleRate)) / sampleRate) / 1000
  if (durationSeconds < limits.leastSeconds)
    return refuse(`This track is too short: it must play for at least ${limits.leastSeconds} seconds.`)
  if (durationSeconds > limits.mostSeconds)
    return refuse(`This track is too long: it may play for ${limits.mostSeconds / 60} minutes at most.`)
  if (bitrateKbps < 32) return refuse('The bitrate of this track is too low: it must have at least 32 kbit/s.')
  if (junkBytes > mostJunkBytes || tagBytes > mostTagBytes)
    return refuse('This file holds much that is neither sound nor a usual tag. Please export the track as a plain MP3.')
  return {
    ok: true,
    facts: { durationSeconds, frameCount: count, sampleRate, channels, bitrateKbps, isVariableBitrate, junkBytes, tagBytes },
  }
}

function otherKindOf(file: Buffer): string | undefined {
  const head = file.toString('latin1', 0, 64).trimStart()
  return otherKinds.find(([, at, magic]) => head.startsWith(magic, at) || head.toLowerCase().startsWith(magic.toLowerCase(), at))?.[0]
}
