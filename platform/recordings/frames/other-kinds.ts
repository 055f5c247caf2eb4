import { readRawHeader } from './frame-header.ts'
import type { RecordingFault } from './recording-fault.ts'
import { tagLengthAt } from './tags.ts'

/** Kind of a file that is not an MP3. */
type OtherKind = { sentence: string; fault: RecordingFault }

/** Names and signatures of other file types; they are also detected after an ID3 tag. */
const otherKinds: [name: string, at: number, magic: string][] = [
  ['a WAV file', 0, 'RIFF'],
  ['a WAV file', 0, 'RF64'],
  ['an AIFF file', 0, 'FORM'],
  ['a FLAC file', 0, 'fLaC'],
  ['an Ogg file', 0, 'OggS'],
  ['an M4A or MP4 file', 4, 'ftyp'],
  ['a WMA file', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['a WebM or Matroska file', 0, '\x1a\x45\xdf\xa3'],
  ['a Core Audio file', 0, 'caff'],
  ['a Monkey’s Audio file', 0, 'MAC '],
  ['a Musepack file', 0, 'MPCK'],
  ['a WavPack file', 0, 'wvpk'],
  ['an AMR file', 0, '#!AMR'],
  ['a MIDI file', 0, 'MThd'],
  ['a PDF document', 0, '%PDF'],
  ['a ZIP archive', 0, 'PK\x03\x04'],
  ['a playlist', 0, '#EXTM3U'],
  ['a RAR archive', 0, 'Rar!'],
  ['a web page', 0, '<!'],
  ['a web page', 0, '<html'],
  ['a program', 0, 'MZ'],
  ['a program', 0, '\x7fELF'],
  ['an image', 0, '\x89PNG'],
  ['an image', 0, 'GIF8'],
  ['an image', 0, '\xff\xd8\xff'],
]

/** Bytes after the tags searched for other audio formats. */
const searchedBytes = 16 * 1024

/** Consecutive frames that identify a format. */
const decisiveFrames = 4

/** Maximum candidates checked for the free format. */
const maxCandidates = 100

/** Maximum length of a frame in free format: 640 kbit/s at 8 kHz. */
const maxFreeFrameBytes = 5760

const layerKilobits: Record<number, Record<1 | 2, number[]>> = {
  3: {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  },
  2: {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
}

/**
 * Identifies a file that is not an MP3, with an English sentence for the sender.
 *
 * @returns undefined for an unknown format.
 */
export function otherKindOf(file: Buffer): OtherKind | undefined {
  const begin = soundBegin(file)
  for (const from of begin === 0 ? [0] : [0, begin]) {
    const head = file.toString('latin1', from, from + 64).trimStart()
    const kind = otherKinds.find(([, at, magic]) => head.toLowerCase().startsWith(magic.toLowerCase(), at))
    if (kind)
      return {
        sentence: `This is ${kind[0]} with an MP3 file name. Export the recording as an MP3.`,
        fault: { code: 'otherKind', values: { kind: kind[0].replace(/^an? /, '').replaceAll(/[^A-Za-z]+/g, '_') } },
      }
  }
  return undefined
}

/**
 * Identifies other audio in a file without playable MP3 frames.
 *
 * @returns undefined when no known format is found.
 */
export function otherSoundOf(file: Buffer): OtherKind | undefined {
  const begin = soundBegin(file)
  let candidates = 0
  for (let at = begin; at < Math.min(file.length, begin + searchedBytes); at += 1) {
    if (file[at] !== 0xff) continue
    if (countFrames(file, at, aacFrameBytes) >= decisiveFrames)
      return {
        sentence: 'This file contains AAC audio, not MP3. Export the recording as an MP3.',
        fault: { code: 'aac' },
      }
    const layer = readRawHeader(file, at)?.layer
    if (layer && layer !== 3 && countFrames(file, at, layerFrameBytes) >= decisiveFrames)
      return {
        sentence: `This file contains MPEG layer ${layer === 2 ? 'II (MP2)' : 'I'} audio, not MP3. Export the recording as an MP3.`,
        fault: { code: 'otherLayer', values: { layer: layer === 2 ? 'II (MP2)' : 'I' } },
      }
    if (layer === 3 && candidates++ < maxCandidates && isFreeFormat(file, at))
      return {
        sentence:
          'This MP3 uses a free-format (nonstandard) bitrate, which browsers cannot play. Export it at a standard bitrate such as 192 kbit/s.',
        fault: { code: 'freeFormat' },
      }
  }
  return undefined
}

/** Returns the offset after the leading tags. */
function soundBegin(file: Buffer): number {
  let begin = 0
  for (let tags = 0, tag = tagLengthAt(file, 0); tag > 0 && tags < 16; tags += 1, tag = tagLengthAt(file, begin))
    begin += tag
  return begin
}

function countFrames(file: Buffer, from: number, bytesAt: (file: Buffer, at: number) => number): number {
  let count = 0
  for (let at = from, bytes = bytesAt(file, at); bytes > 0 && count < decisiveFrames; bytes = bytesAt(file, at)) {
    at += bytes
    count += 1
  }
  return count
}

/** @see ISO/IEC 13818-7 section 6.2 (ADTS) */
function aacFrameBytes(file: Buffer, at: number): number {
  if (at + 7 > file.length || file[at] !== 0xff || (file[at + 1]! & 0xf6) !== 0xf0 || ((file[at + 2]! >> 2) & 15) > 12)
    return 0
  const bytes = ((file[at + 3]! & 3) << 11) | (file[at + 4]! << 3) | (file[at + 5]! >> 5)
  return bytes > 7 ? bytes : 0
}

function layerFrameBytes(file: Buffer, at: number): number {
  const header = readRawHeader(file, at)
  if (!header || header.layer === 3) return 0
  const { layer, version, bitrateIndex, sampleRate, padding } = header
  const kilobits = layerKilobits[version === 3 ? 3 : 2]![layer][bitrateIndex]
  if (!kilobits) return 0
  if (layer === 1) return (Math.floor((12_000 * kilobits) / sampleRate) + padding) * 4
  return Math.floor((144_000 * kilobits) / sampleRate) + padding
}

/** All frames in free format have the same length, which no header contains, except for a byte of padding. */
function isFreeFormat(file: Buffer, at: number): boolean {
  const isFree = (place: number) => {
    const header = readRawHeader(file, place)
    return header?.layer === 3 && header.bitrateIndex === 0
  }
  if (!isFree(at)) return false
  for (let bytes = 24; bytes <= maxFreeFrameBytes && at + bytes < file.length; bytes += 1) {
    if (!isFree(at + bytes)) continue
    let place = at
    let count = 0
    for (; count < decisiveFrames; count += 1) {
      const behind = [place + bytes, place + bytes + 1, place + bytes - 1].find(isFree)
      if (behind === undefined) break
      place = behind
    }
    if (count === decisiveFrames) return true
  }
  return false
}
