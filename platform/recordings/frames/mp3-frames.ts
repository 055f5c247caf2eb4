import {
  type Announcement,
  type FrameHeader,
  readAnnouncement,
  readFrameHeader,
  samplesPerFrame,
} from './frame-header.ts'
import { createFrameInspection } from './side-info.ts'
import { findSoundEnd, tagLengthAt } from './tags.ts'
import type { RecordingFault } from './recording-fault.ts'

export { samplesPerFrame } from './frame-header.ts'

/** Frames of one MP3. Playing them one after another, followed by those of the next recording, is gapless. */
export type Mp3Frames = {
  /** Start and end of each frame in the file. There may be gaps between frames. */
  starts: Uint32Array
  ends: Uint32Array
  count: number
  /** Hertz. */
  sampleRate: number
  channels: 1 | 2
  /** Mean over all frames. */
  bitrateKbps: number
  isVariableBitrate: boolean
  /** Indexes of the frames that decoders cannot decode, ascending; they are played as noise or silence. */
  brokenFrames: number[]
  /** Estimated number of frames missing between others. */
  lostFrames: number
  /** True if the first frames need bytes that were cut off before them. */
  isHeadless: boolean
  /** Number of frames announced by the encoder's own first frame, if it is wrong. */
  wronglyAnnounced: number | undefined
  /** Bytes before, after and between frames that are neither audio nor a known tag, without zero padding. */
  junkBytes: number
  /** Junk bytes between two frames: gaps in the audio. */
  holeBytes: number
  /** Size of all tags. */
  tagBytes: number
}

/** Reason a file cannot be played: its code, and English sentences with the solution for the person who sent it. */
type Mp3Refusal = { refused: string; fault: RecordingFault }

const exportAgain = 'Export the recording again.'

/** Maximum junk before a file counts as damaged. */
const maxJunkBytes = 64 * 1024

/**
 * Maximum number of tags: real files have one or two in front and joined ones some between their parts, while empty
 * tags of ten bytes would keep the parser busy.
 */
const maxLeadingTags = 16
const maxTags = 256

/** Maximum duration; it bounds the time and memory of the parser. */
const maxHours = { two: 2, three: 3 }

/** Minimum duration. */
const minSeconds = 1

/** Consecutive frames of another sample rate or channel count that count as a part of the recording, not as damage. */
const framesOfAnotherShape = 8

/**
 * Finds the frames of an MPEG-1, 2 or 2.5 layer III file in one pass that reads each byte a few times at most, whatever
 * the file contains. Tags (ID3v2 anywhere, APEv2, ID3v1, Lyrics3) and the encoder's own first frame (Xing, Info, VBRI)
 * are left out.
 *
 * @param limit Maximum duration of a recording in hours.
 * @see ISO/IEC 11172-3 and 13818-3; https://id3.org/id3v2.4.0-structure
 */
export function findFrames(file: Buffer, limit: keyof typeof maxHours = 'two'): Mp3Frames | Mp3Refusal {
  const end = findSoundEnd(file)
  const sound = file.subarray(0, end)
  const inspection = createFrameInspection(file)
  const starts: number[] = []
  const ends: number[] = []
  const brokenFrames: number[] = []
  let shape: FrameHeader | undefined
  let announcement: Announcement | undefined
  let beginsAt = 0
  let junk = 0
  let strangeBytes = 0
  let holeBytes = 0
  let lostFrames = 0
  let strangeSinceFrame = 0
  let tags = 0
  let tagBytes = file.length - end
  let min = Infinity
  let max = 0
  let isHeadless = false
  let isCutShort = false
  let at = 0
  while (at + 4 <= end) {
    const tag = tagLengthAt(sound, at)
    if (tag > 0) {
      if (++tags > (starts.length === 0 ? maxLeadingTags : maxTags))
        return {
          refused: `This file is damaged: it contains too many tags. ${exportAgain}`,
          fault: { code: 'tooManyTags' },
        }
      at += tag
      tagBytes += tag
      continue
    }
    const header = readFrameHeader(sound, at)
    // Sync words occur in any data: outside of a sequence, the following frames must match.
    const inStep = starts.length > 0 && ends.at(-1) === at
    const announced = header && !shape && !announcement ? readAnnouncement(file, at, header) : undefined
    if (
      !header ||
      !(!shape || isSameShape(header, shape)) ||
      !(inStep || isFollowed(sound, at, header, shape ? 1 : 2, announced ? isSameRate : isSameShape))
    ) {
      const change = header && shape && changeOf(shape, header)
      if (change && isFollowed(sound, at, header, framesOfAnotherShape - 1, isSameShape)) return change
      if (++junk > maxJunkBytes)
        return starts.length === 0
          ? noAudio
          : { refused: `This file is damaged: the audio breaks off. ${exportAgain}`, fault: { code: 'breaksOff' } }
      if (file[at] !== 0) {
        strangeBytes++
        strangeSinceFrame++
      }
      at++
      continue
    }
    if (at + header.bytes > end) {
      isCutShort = true
      break
    }
    if (!shape && !announcement) beginsAt = at
    if (announced) {
      announcement = announced
      at += header.bytes
      continue
    }
    shape ??= header
    if (starts.length * samplesPerFrame(shape.sampleRate) >= maxHours[limit] * 3600 * shape.sampleRate)
      return {
        refused: `This recording is longer than ${limit} hours. Export a shorter one.`,
        fault: { code: 'tooManyHours', values: { hours: maxHours[limit] } },
      }
    if (!inStep && strangeSinceFrame > 0 && starts.length > 0) {
      holeBytes += strangeSinceFrame
      lostFrames += Math.max(1, Math.round(strangeSinceFrame / header.bytes))
    }
    if (!inStep && starts.length > 0) inspection.breakOff()
    strangeSinceFrame = 0
    const health = inspection.next(at, header)
    if (health === 'broken') brokenFrames.push(starts.length)
    else if (health === 'headless') isHeadless = true
    min = Math.min(min, header.kilobits)
    max = Math.max(max, header.kilobits)
    starts.push(at)
    at += header.bytes
    ends.push(at)
  }
  // An incomplete header at the end is a truncated frame, too.
  isCutShort ||= at < end && at === ends.at(-1) && sound[at] === 0xff
  const soundBytes = at - beginsAt
  const wrongly = checkAnnouncement({ announcement, found: starts.length, lost: lostFrames, soundBytes, isCutShort })
  const refusal = file.length === 0 ? empty : refusalOf(shape, starts.length, wrongly)
  if (refusal) return refusal
  const { sampleRate, channels } = shape!
  const frameBytes = starts.reduce((sum, start, index) => sum + ends[index]! - start, 0)
  return {
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    count: starts.length,
    sampleRate,
    channels,
    bitrateKbps: Math.round((frameBytes * 8 * sampleRate) / (starts.length * samplesPerFrame(sampleRate)) / 1000),
    isVariableBitrate: max > min,
    brokenFrames,
    lostFrames,
    isHeadless,
    wronglyAnnounced: wrongly?.announced,
    junkBytes: strangeBytes,
    holeBytes,
    tagBytes,
  }
}

const empty: Mp3Refusal = { refused: `This file is empty. ${exportAgain}`, fault: { code: 'empty' } }
const noAudio: Mp3Refusal = {
  refused: 'This file cannot be played. It contains no MP3 audio. Export the recording as an MP3.',
  fault: { code: 'noAudio' },
}

function refusalOf(
  shape: FrameHeader | undefined,
  found: number,
  wrongly: WrongAnnouncement | undefined,
): Mp3Refusal | undefined {
  if (!shape) return noAudio
  if (found * samplesPerFrame(shape.sampleRate) < minSeconds * shape.sampleRate)
    return {
      refused: `This file contains less than a second of audio. ${exportAgain}`,
      fault: { code: 'lessThanASecond' },
    }
  if (wrongly?.isCutOff)
    return {
      refused: `This file is cut off: it has only ${found.toLocaleString('en')} of its ${wrongly.announced.toLocaleString('en')} frames. ${exportAgain}`,
      fault: { code: 'cutOff', values: { found, announced: wrongly.announced } },
    }
  return undefined
}

type WrongAnnouncement = { announced: number; isCutOff: boolean }

/**
 * Checks the announced frame count. Encoders count with or without their own frame. A truncated file ends within a
 * frame with fewer bytes than announced; a trimmed one ends with a whole frame and keeps the old announcement. A file
 * with all announced bytes, or an impossible announcement, has a wrong count. Only truncated files are incomplete.
 */
function checkAnnouncement(known: {
  announcement: Announcement | undefined
  found: number
  lost: number
  soundBytes: number
  isCutShort: boolean
}): WrongAnnouncement | undefined {
  const { announcement, found, lost, soundBytes, isCutShort } = known
  if (!announcement || announcement.frames === 0) return undefined
  const { frames: announced, bytes } = announcement
  const isThere = announced <= found + lost + 2 && announced >= found - 2
  if (isThere) return undefined
  const areBytesThere = bytes > 0 && bytes <= soundBytes + maxMissedBytes
  const isPossible = announced <= maxAnnouncedFrames
  return { announced, isCutOff: announced > found && isPossible && isCutShort && !areBytesThere }
}

/** Maximum plausible frame count, three hours at 48 or 24 kHz. Encoders that miscount announce billions. */
const maxAnnouncedFrames = (3 * 3600 * 48_000) / 1152

/** Tolerance of the announced bytes, which may or may not include tags, padding and the encoder's own frame. */
const maxMissedBytes = 2048

const isSameRate = (one: FrameHeader, other: FrameHeader) =>
  one.sampleRate === other.sampleRate && one.version === other.version

const isSameShape = (one: FrameHeader, other: FrameHeader) => changeOf(one, other) === undefined

/** Returns the refusal for the format change between two frames, if there is one. */
function changeOf(from: FrameHeader, to: FrameHeader): Mp3Refusal | undefined {
  if (!isSameRate(from, to)) {
    const values = { from: from.sampleRate / 1000, to: to.sampleRate / 1000 }
    const refused = `The sample rate of this recording changes from ${values.from} to ${values.to} kHz, which browsers cannot play. Export it at one sample rate.`
    return { refused, fault: { code: 'sampleRateChanges', values } }
  }
  if (from.channels === to.channels) return undefined
  const [before, after] = from.channels === 1 ? ['mono', 'stereo'] : ['stereo', 'mono']
  return {
    refused: `This recording changes from ${before} to ${after}, which browsers cannot play. Export all of it in mono or all of it in stereo.`,
    fault: { code: 'channelsChange', values: { to: after! } },
  }
}

/** Returns whether enough frames like this one follow it, as far as the file reaches. */
function isFollowed(
  file: Buffer,
  at: number,
  header: FrameHeader,
  count: number,
  isLike: (one: FrameHeader, other: FrameHeader) => boolean,
): boolean {
  let behind = at + header.bytes
  for (let frames = 0; frames < count; frames += 1) {
    if (behind === file.length) return true
    const next = readFrameHeader(file, behind)
    if (!next) return tagLengthAt(file, behind) > 0
    if (!isLike(header, next)) return false
    behind += next.bytes
  }
  return true
}
