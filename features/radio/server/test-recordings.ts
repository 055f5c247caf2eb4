import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Recording } from '#features/radio/contract.ts'
import { findFrames, type Mp3Frames } from '#platform/recordings/frames/mp3-frames.ts'

const artists = resolve(import.meta.dirname, '../../../content/artists')
const songs = [
  'luma-swade/glass-arcade.mp3',
  'nova-swade/slow-voltage.mp3',
  'rio-swade/copper-sand.mp3',
  'juno-swade/mirrorball-math.mp3',
]
const read = new Map<string, { file: Buffer; frames: Mp3Frames }>()

function readSong(song: string): { file: Buffer; frames: Mp3Frames } {
  const known = read.get(song)
  if (known) return known
  const file = readFileSync(resolve(artists, song))
  const frames = findFrames(file)
  if ('refused' in frames) throw new Error(frames.refused)
  read.set(song, { file, frames })
  return { file, frames }
}

/** Returns part of a real song of the catalogue, cut at frame boundaries: `frames` frames (26 ms each) from `from`. */
export function shortSong({
  song = songs[0]!,
  frames,
  from = 300,
}: {
  song?: string
  frames: number
  from?: number
}): Buffer {
  const whole = readSong(song)
  return whole.file.subarray(whole.frames.starts[from], whole.frames.ends[from + frames - 1])
}

/** Creates a library of short pieces of real songs, each by a different artist; deleted after the test. */
export async function testLibrary({ count = 4, frames = 80 } = {}): Promise<Recording[]> {
  const folder = await mkdtemp(join(tmpdir(), 'station-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const file = join(folder, `${i}.mp3`)
      await writeFile(file, shortSong({ song: songs[i % songs.length]!, frames, from: 300 + i * 50 }))
      return testRecording({ id: `track:${i}`, file })
    }),
  )
}

/** Creates a recording with defaults for missing fields. */
export function testRecording(overrides: Partial<Recording> & Pick<Recording, 'id' | 'file'>): Recording {
  return {
    title: `Title of ${overrides.id}`,
    artist: `Artist of ${overrides.id}`,
    album: '',
    genre: 'Dub',
    artistUrl: null,
    art: '',
    levelsUrl: null,
    durationSeconds: 1,
    ...overrides,
  }
}
