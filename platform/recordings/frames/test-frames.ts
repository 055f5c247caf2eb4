import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFrames, type Mp3Frames } from './mp3-frames.ts'

const content = resolve(import.meta.dirname, '../../../content')

/** A file of the catalogue with its frames. @param path Below `content/`. */
export function readCatalogue(path: string): { file: Buffer; frames: Mp3Frames } {
  const file = readFileSync(resolve(content, path))
  return { file, frames: framesOf(file) }
}

/** Returns the frames of a file. @throws Error with the message of a refusal. */
export function framesOf(file: Buffer): Mp3Frames {
  const found = findFrames(file)
  if ('refused' in found) throw new Error(found.refused)
  return found
}

const song = readCatalogue('artists/luma-swade/glass-arcade.mp3')
const speech = readCatalogue('books/indie-music-ai-guide-2/narration/preview.mp3')

/** Some seconds of a song, in whole frames of 26 ms: 44.1 kHz, stereo, 128 kbit/s. */
export const musicOf = (frames: number, from = 400): Buffer => cut(song, frames, from)

/** Some seconds of speech, in whole frames of 26 ms: 22.05 kHz, mono, 32 kbit/s. */
export const speechOf = (frames: number, from = 400): Buffer => cut(speech, frames, from)

function cut({ file, frames }: { file: Buffer; frames: Mp3Frames }, count: number, from: number): Buffer {
  return Buffer.from(file.subarray(frames.starts[from], frames.ends[from + count - 1]))
}

/**
 * Creates frames without audio, each with this header.
 *
 * @param header Four bytes of the frame header.
 */
export function silentFrames(header: readonly number[], bytes: number, count: number): Buffer {
  const frame = Buffer.alloc(bytes)
  frame.set(header)
  return Buffer.concat(Array.from({ length: count }, () => frame))
}

/** Headers of silent frames for other tests, and the length of such a frame. */
export const silence = {
  stereo44: { header: [0xff, 0xfb, 0x90, 0x00], bytes: 417 },
  mono44: { header: [0xff, 0xfb, 0x90, 0xc0], bytes: 417 },
  stereo48: { header: [0xff, 0xfb, 0x94, 0x00], bytes: 384 },
} as const

/**
 * Creates the frame in which an encoder announces the length of the file.
 *
 * @param flags Which of the two numbers it contains: 1 frames, 2 bytes.
 */
export function xingFrame({ frames, bytes, flags = 3 }: { frames: number; bytes: number; flags?: number }): Buffer {
  const frame = silentFrames(silence.stereo44.header, silence.stereo44.bytes, 1)
  frame.write('Info', 36)
  frame.writeUInt32BE(flags, 40)
  frame.writeUInt32BE(frames, 44)
  frame.writeUInt32BE(bytes, 48)
  return frame
}

/** An APEv2 tag without a header and with an image, as some programs write it. */
export function apeTagWithoutHeader(pictureBytes: number): Buffer {
  const picture = Buffer.alloc(pictureBytes)
  // Some bytes of the image look like frames.
  for (let at = 0; at + 4 < pictureBytes; at += 997) picture.set([0xff, 0xfb, 0x90, 0x64], at)
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX', 0)
  footer.writeUInt32LE(2000, 8)
  footer.writeUInt32LE(pictureBytes + 32, 12)
  footer.writeUInt32LE(1, 16)
  return Buffer.concat([picture, footer])
}

/** An ID3v1 tag. */
export const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)])
