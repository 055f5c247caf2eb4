/** Header of an MP3 frame. */
export type FrameHeader = {
  /** Bits 3 for MPEG-1, 2 for MPEG-2, 0 for MPEG-2.5. */
  version: number
  sampleRate: number
  channels: 1 | 2
  kilobits: number
  /** Size of the frame including its header. */
  bytes: number
  /** True if two bytes of checksum follow the header. */
  hasCheck: boolean
}

const rates = [44_100, 48_000, 32_000]
const kilobits1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const kilobits2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** Returns the samples of one layer III frame: MPEG-2 and 2.5, used for low sample rates, have half of MPEG-1's. */
export function samplesPerFrame(sampleRate: number): number {
  return sampleRate >= 32_000 ? 1152 : 576
}

/**
 * Reads the header of a layer III frame that determines its length.
 *
 * @returns undefined for anything else, including the free format, which has a bitrate of its own.
 * @see ISO/IEC 11172-3 section 2.4.2.3
 */
export function readFrameHeader(file: Buffer, at: number): FrameHeader | undefined {
  const raw = readRawHeader(file, at)
  if (raw?.layer !== 3) return undefined
  const kilobits = (raw.version === 3 ? kilobits1 : kilobits2)[raw.bitrateIndex]
  if (!kilobits) return undefined
  const { version, sampleRate, channels } = raw
  const bytes = Math.floor(((samplesPerFrame(sampleRate) / 8) * kilobits * 1000) / sampleRate) + raw.padding
  return { version, sampleRate, channels, kilobits, bytes, hasCheck: (file[at + 1]! & 1) === 0 }
}

/** The fields of any MPEG audio header, whatever its layer; a `bitrateIndex` of 0 is the free format. */
type RawHeader = Pick<FrameHeader, 'version' | 'sampleRate' | 'channels'> & {
  layer: 1 | 2 | 3
  bitrateIndex: number
  padding: number
}

/** Reads a header of any layer. @returns undefined where there is no header of MPEG audio. */
export function readRawHeader(file: Buffer, at: number): RawHeader | undefined {
  if (at + 4 > file.length || file[at] !== 0xff) return undefined
  const second = file[at + 1]!
  const third = file[at + 2]!
  const fourth = file[at + 3]!
  const version = (second >> 3) & 3
  const layer = 4 - ((second >> 1) & 3)
  const fullRate = rates[(third >> 2) & 3]
  const bitrateIndex = third >> 4
  // Version 1, layer 0, bitrate 15, rate 3 and emphasis 2 are reserved: no encoder writes them, but noise contains
  // them.
  if (
    (second & 0xe0) !== 0xe0 ||
    version === 1 ||
    layer === 4 ||
    !fullRate ||
    bitrateIndex === 15 ||
    (fourth & 3) === 2
  )
    return undefined
  return {
    version,
    layer: layer as RawHeader['layer'],
    sampleRate: version === 3 ? fullRate : version === 2 ? fullRate / 2 : fullRate / 4,
    channels: fourth >> 6 === 3 ? 1 : 2,
    bitrateIndex,
    padding: (third >> 1) & 1,
  }
}

/** Size of the side information, which locates the audio of each channel. */
export const sideInfoBytes = ({ version, channels }: Pick<FrameHeader, 'version' | 'channels'>): number =>
  version === 3 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17

/** Counts announced by the encoder's own first frame; 0 if it contains none. */
export type Announcement = { frames: number; bytes: number }

/**
 * Reads the frame without audio in which an encoder announces the length of the file (Xing, Info or VBRI).
 *
 * @returns undefined for a frame with audio.
 */
export function readAnnouncement(file: Buffer, at: number, header: FrameHeader): Announcement | undefined {
  const sideInfo = sideInfoBytes(header)
  const number = (place: number) => (place + 4 <= file.length ? file.readUInt32BE(place) : 0)
  for (const place of header.hasCheck ? [at + 4 + sideInfo, at + 6 + sideInfo] : [at + 4 + sideInfo]) {
    const name = file.toString('latin1', place, place + 4)
    if (name !== 'Xing' && name !== 'Info') continue
    const flags = number(place + 4)
    const hasFrames = (flags & 1) !== 0
    return { frames: hasFrames ? number(place + 8) : 0, bytes: flags & 2 ? number(place + (hasFrames ? 12 : 8)) : 0 }
  }
  if (file.toString('latin1', at + 36, at + 40) !== 'VBRI') return undefined
  return { frames: number(at + 50), bytes: number(at + 46) }
}
