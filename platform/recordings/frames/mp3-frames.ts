import {
  type Announcement,
  type FrameHeader,
  readAnnouncement,
  readFrameHeader,
  samplesPerFrame,
} from './frame-header.ts'
import { createFrameInspection } from './side-info.ts'
import { findSoundEnd, tagLengthAt } from './tags.ts'

export { samplesPerFrame } from './frame-header.ts'

/** The frames of one MP3: playing them one after another, and those of the next recording behind them, is gapless. */
export type Mp3Frames = {
  /** Where each frame begins in the file, and where it ends. Neighbours need not touch. */
  starts: Uint32Array
  ends: Uint32Array
  count: number
  /** Hertz. */
  sampleRate: number
  channels: 1 | 2
  /** Mean over all frames. */
  bitrateKbps: number
  isVariableBitrate: boolean
  /** Numbers of the frames no decoder can make sense of, rising; they sound as noise or silence. */
  brokenFrames: number[]
  /** How many frames are missing between others, as far as the holes tell. */
  lostFrames: number
  /** Whether the first frames need bytes that were cut off in front of them. */
  isHeadless: boolean
  /**
   * How many frames the encoder's own first frame announces where that is not what is there; undefined when it says
   * nothing wrong.
   */
  wronglyAnnounced: number | undefined
  /** What is neither sound nor a known tag, before, behind and between the frames; filling zeros are not counted. */
  junkBytes: number
  /** How much of the junk lies between two frames: holes in the sound. */
  holeBytes: number
  /** What tags take, wherever they stand. */
  tagBytes: number
}

/** Why a file cannot be played, as a sentence for whoever sent it or put it there. */
export type Mp3Refusal = { refused: string }

/** More than this that is neither sound nor a known tag, and the file is damaged. */
const maxJunkBytes = 64 * 1024

/**
 * Real files have one or two tags in front, joined ones some between their parts. Empty tags cost ten bytes each and
 * would keep the walk busy.
 */
const maxLeadingTags = 16
const maxTags = 256

/** Longer than this is no recording; it bounds the walk and what it remembers. */
const maxHours = { two: 2, three: 3 }

/** Shorter than this is no recording. */
const minSeconds = 1

/**
 * So many frames of another rate or number of channels, one behind the other, are a part of the recording and not
 * damage.
 */
const framesOfAnotherShape = 8

/**
 * Finds the frames of an MPEG-1, 2 or 2.5 layer III file in one walk, each byte looked at a few times at max, whatever
 * it holds. Tags (ID3v2 wherever they stand, APEv2, ID3v1, Lyrics3) and the encoder's own first frame (Xing, Info,
 * VBRI) are left out.
 *
 * @param limit How many hours a recording may last.
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
        return { refused: 'It is damaged: it contains too many tags.' }
      at += tag
      tagBytes += tag
      continue
    }
    const header = readFrameHeader(sound, at)
    // Sync words turn up inside of anything: out of step, the frames behind must agree.
    const inStep = starts.length > 0 && ends.at(-1) === at
    const announced = header && !shape && !announcement ? readAnnouncement(file, at, header) : undefined
    if (
      !header ||
      !(!shape || isSameShape(header, shape)) ||
      !(inStep || isFollowed(sound, at, header, shape ? 1 : 2, announced ? isSameRate : isSameShape))
    ) {
      const change = header && shape && changeOf(shape, header)
      if (change && isFollowed(sound, at, header, framesOfAnotherShape - 1, isSameShape))
        return { refused: `${change}, which browsers cannot play.` }
      if (++junk > maxJunkBytes)
        return { refused: starts.length === 0 ? 'It contains no MP3 audio.' : 'It is damaged: the audio breaks off.' }
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
      return { refused: `It is longer than ${limit} hours.` }
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
  // A header that is not whole any more is a frame that was cut off, too.
  isCutShort ||= at < end && at === ends.at(-1) && sound[at] === 0xff
  const soundBytes = at - beginsAt
  const wrongly = checkAnnouncement({ announcement, found: starts.length, lost: lostFrames, soundBytes, isCutShort })
  const refused = file.length === 0 ? 'It is empty.' : refusalOf(shape, starts.length, wrongly)
  if (refused) return { refused }
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

function refusalOf(
  shape: FrameHeader | undefined,
  found: number,
  wrongly: WrongAnnouncement | undefined,
): string | undefined {
  if (!shape) return 'It contains no MP3 audio.'
  if (found * samplesPerFrame(shape.sampleRate) < minSeconds * shape.sampleRate)
    return 'It contains less than a second of audio.'
  if (wrongly?.isCutOff) return `It is cut off: it has only ${found} of its ${wrongly.announced} frames.`
  return undefined
}

type WrongAnnouncement = { announced: number; isCutOff: boolean }

/**
 * Whether what the encoder announced is there. Encoders count with or without their own frame. A file that was cut off
 * ends in the middle of a frame, with fewer bytes than announced; one that was trimmed keeps the old announcement and
 * ends with a whole frame, and one whose announced bytes are all there, or that is said to be longer than any
 * recording, has a wrong number of frames in its announcement. All of these are whole.
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

/** Three hours of frames at 48 or 24 kHz. Encoders that miscount announce billions. */
const maxAnnouncedFrames = (3 * 3600 * 48_000) / 1152

/** Announced bytes count tags, padding and the encoder's own frame or do not. */
const maxMissedBytes = 2048

const isSameRate = (one: FrameHeader, other: FrameHeader) =>
  one.sampleRate === other.sampleRate && one.version === other.version

const isSameShape = (one: FrameHeader, other: FrameHeader) => changeOf(one, other) === undefined

/** What a player would have to change between two frames, as the beginning of a sentence. */
function changeOf(from: FrameHeader, to: FrameHeader): string | undefined {
  if (!isSameRate(from, to))
    return `Its sample rate changes from ${from.sampleRate / 1000} to ${to.sampleRate / 1000} kHz`
  if (from.channels !== to.channels)
    return from.channels === 1 ? 'It changes from mono to stereo' : 'It changes from stereo to mono'
  return undefined
}

/** Whether so many frames like this one stand behind it, as far as the file reaches. */
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
