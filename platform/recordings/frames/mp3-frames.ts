/** The frames of one MP3: playing them one after another, and those of the next recording behind them, is gapless. */
export type Mp3Frames = {
  /** Where each frame begins in the file, and one entry more: where the last one ends. Neighbours need not touch. */
  starts: Uint32Array
  ends: Uint32Array
  count: number
  /** Hertz. */
  sampleRate: number
  channels: 1 | 2
  /** Mean over all frames. */
  bitrateKbps: number
  isVariableBitrate: boolean
  /** What is neither sound nor a known tag; filling zeros are not counted. */
  junkBytes: number
  /** What tags take, wherever they stand. */
  tagBytes: number
}

/** Why a file cannot be played, as a sentence for whoever sent it or put it there. */
export type Mp3Refusal = { refused: string }

/** More than this that is neither sound nor a known tag, and the file is damaged. */
const mostJunkBytes = 64 * 1024

/** Real files have one or two tags in front, joined ones some between their parts. Empty tags cost ten bytes each and would keep the walk busy. */
const mostTagsInFront = 16
const mostTags = 256

/** Longer than this is no recording; it bounds the walk and what it remembers. */
const mostSeconds = 2 * 3600

/** Shorter than this is no recording. */
const leastSeconds = 1

/** Samples of one layer III frame: MPEG-2 and 2.5, which serve the low rates, have half of MPEG-1's. */
export function samplesPerFrame(sampleRate: number): number {
  return sampleRate >= 32_000 ? 1152 : 576
}

/**
 * Finds the frames of an MPEG-1, 2 or 2.5 layer III file in one walk, each byte looked at once or twice, whatever it holds.
 * Tags (ID3v2 wherever they stand, APEv2, ID3v1, Lyrics3) and the encoder's own first frame (Xing, Info, VBRI) are left out.
 *
 * @see ISO/IEC 11172-3 and 13818-3; https://id3.org/id3v2.4.0-structure
 */
export function findFrames(file: Buffer): Mp3Frames | Mp3Refusal {
  const starts: number[] = []
  const ends: number[] = []
  let shape: Header | undefined
  let announced: number | undefined
  let junk = 0
  let strangeBytes = 0
  let tags = 0
  let tagBytes = 0
  let least = Infinity
  let most = 0
  let at = 0
  while (at + 4 <= file.length) {
    const tag = tagLength(file, at)
    if (tag > 0) {
      if (++tags > (starts.length === 0 ? mostTagsInFront : mostTags)) return { refused: 'It is damaged: it holds too many tags.' }
      at += tag
      tagBytes += tag
      continue
    }
    const header = readHeader(file, at)
    const fits = header && (!shape || sameShape(header, shape))
    // Sync words turn up inside of anything: out of step, the frame behind must agree.
    const inStep = starts.length > 0 && ends.at(-1) === at
    if (!header || !fits || !(inStep || isFollowed(file, at, header))) {
      if (++junk > mostJunkBytes)
        return { refused: starts.length === 0 ? 'It holds no MP3 sound.' : 'It is damaged: its sound breaks off.' }
      if (file[at] !== 0) strangeBytes++
      at++
      continue
    }
    if (at + header.bytes > file.length) break
    if (!shape) {
      shape = header
      announced = announcedFrames(file, at, header)
      if (announced !== undefined) {
        at += header.bytes
        continue
      }
    }
    if (starts.length * samplesPerFrame(shape.sampleRate) >= mostSeconds * shape.sampleRate)
      return { refused: 'It is longer than two hours.' }
    least = Math.min(least, header.kilobits)
    most = Math.max(most, header.kilobits)
    starts.push(at)
    at += header.bytes
    ends.push(at)
  }
  return judge(file, { starts, ends, shape, announced, isVariableBitrate: most > least, junkBytes: strangeBytes, tagBytes })
}

function judge(
  file: Buffer,
  found: { starts: number[]; ends: number[]; shape: Header | undefined; announced: number | undefined } & Pick<
    Mp3Frames,
    'isVariableBitrate' | 'junkBytes' | 'tagBytes'
  >,
): Mp3Frames | Mp3Refusal {
  const { starts, ends, shape, announced, isVariableBitrate, junkBytes, tagBytes } = found
  if (file.length === 0) return { refused: 'It is empty.' }
  if (!shape) return { refused: 'It holds no MP3 sound.' }
  const { sampleRate } = shape
  if (starts.length * samplesPerFrame(sampleRate) < leastSeconds * sampleRate) return { refused: 'It holds less than a second of sound.' }
  // Encoders count with or without their own frame; a file cut off misses many.
  if (announced !== undefined && announced > 0 && starts.length < announced - 2)
    return { refused: `It is cut off: ${starts.length} of its ${announced} frames are there.` }
  const soundBytes = starts.reduce((sum, start, index) => sum + ends[index]! - start, 0)
  return {
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    count: starts.length,
    sampleRate,
    channels: shape.isMono ? 1 : 2,
    bitrateKbps: Math.round((soundBytes * 8 * sampleRate) / (starts.length * samplesPerFrame(sampleRate)) / 1000),
    isVariableBitrate,
    junkBytes,
    tagBytes,
  }
}

type Header = { kilobits: number; bytes: number; sampleRate: number; version: number; isMono: boolean; hasCheck: boolean }

const rates = [44_100, 48_000, 32_000]
const kilobits1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const kilobits2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

function readHeader(file: Buffer, at: number): Header | undefined {
  if (at + 4 > file.length || file[at] !== 0xff) return undefined
  const second = file[at + 1]!
  const third = file[at + 2]!
  if ((second & 0xe0) !== 0xe0) return undefined
  const version = (second >> 3) & 3
  const isLayer3 = ((second >> 1) & 3) === 1
  if (version === 1 || !isLayer3) return undefined
  const bitrate = (version === 3 ? kilobits1 : kilobits2)[third >> 4]
  const fullRate = rates[(third >> 2) & 3]
  // Free format (0) says no length, 15 and rate 3 are reserved; so is emphasis 2.
  if (!bitrate || !fullRate || (file[at + 3]! & 3) === 2) return undefined
  const sampleRate = version === 3 ? fullRate : version === 2 ? fullRate / 2 : fullRate / 4
  const bytes = Math.floor(((samplesPerFrame(sampleRate) / 8) * bitrate * 1000) / sampleRate) + ((third >> 1) & 1)
  return { kilobits: bitrate, bytes, sampleRate, version, isMono: file[at + 3]! >> 6 === 3, hasCheck: (second & 1) === 0 }
}

function sameShape(one: Header, other: Header): boolean {
  return one.sampleRate === other.sampleRate && one.version === other.version
}

function isFollowed(file: Buffer, at: number, header: Header): boolean {
  const behind = at + header.bytes
  if (behind === file.length) return true
  const next = readHeader(file, behind)
  return next ? sameShape(next, header) : tagLength(file, behind) > 0
}

/** How many frames the encoder's own first frame announces; 0 when it is one but does not say; undefined when it is sound. */
function announcedFrames(file: Buffer, at: number, header: Header): number | undefined {
  const sideInfo = header.version === 3 ? (header.isMono ? 17 : 32) : header.isMono ? 9 : 17
  for (const place of header.hasCheck ? [at + 4 + sideInfo, at + 6 + sideInfo] : [at + 4 + sideInfo]) {
    const name = file.toString('latin1', place, place + 4)
    if (name === 'Xing' || name === 'Info') return place + 12 <= file.length && file[place + 7]! & 1 ? file.readUInt32BE(place + 8) : 0
  }
  if (file.toString('latin1', at + 36, at + 40) !== 'VBRI') return undefined
  return at + 54 <= file.length ? file.readUInt32BE(at + 50) : 0
}

/** Length of the tag that begins here, 0 when none does. One that says it is longer than the file reaches its end. */
function tagLength(file: Buffer, at: number): number {
  const first = file[at]
  const rest = file.length - at
  if (first === 0x49 && rest >= 10 && file.toString('latin1', at, at + 3) === 'ID3' && file[at + 3]! < 0xff) {
    const size = [6, 7, 8, 9].map((offset) => file[at + offset]!)
    if (size.some((part) => part > 127)) return 0
    const body = size.reduce((sum, part) => sum * 128 + part, 0)
    const footer = file[at + 5]! & 0x10 ? 10 : 0
    return Math.min(rest, 10 + body + footer)
  }
  if (first === 0x54 && rest >= 128 && file.toString('latin1', at, at + 3) === 'TAG' && rest <= 128 + 227) return rest
  if (first === 0x41 && rest >= 32 && file.toString('latin1', at, at + 8) === 'APETAGEX') {
    const isHeader = (file.readUInt32LE(at + 20) & 0x2000_0000) !== 0
    return Math.min(rest, isHeader ? 32 + file.readUInt32LE(at + 12) : 32)
  }
  if (first === 0x4c && rest >= 11 && file.toString('latin1', at, at + 11) === 'LYRICSBEGIN') return rest
  return 0
}
