import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFrames } from '#platform/recordings/frames/mp3-frames.ts'

const song = readFileSync(resolve(import.meta.dirname, '../../../content/artists/luma-swade/glass-arcade.mp3'))

/** Returns eight seconds of audio of the catalogue without tags, beginning at a frame. */
export function soundFrom(frame: number, count = 310): Buffer {
  const found = findFrames(song)
  if ('refused' in found) throw new Error(found.refused)
  return Buffer.from(song.subarray(found.starts[frame], found.ends[frame + count - 1]))
}

/** Returns an MP3 with an ID3v2.4 tag at the beginning: text frames by name, and a cover. */
export function taggedTrack(sound: Buffer, texts: Record<string, string>, cover?: Buffer): Buffer {
  const frames = Object.entries(texts).map(([name, text]) =>
    id3Frame(name, Buffer.concat([Buffer.from([3]), Buffer.from(text)])),
  )
  // Encoding, type, front cover, no description.
  const head = Buffer.concat([Buffer.from([0]), Buffer.from('image/jpeg\0'), Buffer.from([3, 0])])
  if (cover) frames.push(id3Frame('APIC', Buffer.concat([head, cover])))
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0]), syncsafe(body.length), body, sound])
}

const id3Frame = (name: string, content: Buffer) =>
  Buffer.concat([Buffer.from(name), syncsafe(content.length), Buffer.from([0, 0]), content])

const syncsafe = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 127))
