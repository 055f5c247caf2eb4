import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Recording } from '#features/radio/contract.ts'
import { findFrames } from '#platform/recordings/frames/mp3-frames.ts'

const artists = resolve(import.meta.dirname, '../../../content/artists')

/** A real song of the catalogue, cut at frame bounds: `frames` frames (26 ms each) from `from`. */
export function shortSong({
  song = 'luma-swade/glass-arcade.mp3',
  frames,
  from = 300,
}: {
  song?: string
  frames: number
  from?: number
}): Buffer {
  const file = readFileSync(resolve(artists, song))
  const found = findFrames(file)
  if ('refused' in found) throw new Error(found.refused)
  return file.subarray(found.starts[from], found.ends[from + frames - 1])
}

/** A recording with everything filled in. */
export function testRecording(given: Partial<Recording> & Pick<Recording, 'id' | 'file'>): Recording {
  return {
    title: `Title of ${given.id}`,
    artist: `Artist of ${given.id}`,
    album: '',
    genre: 'Dub',
    artistUrl: null,
    art: '',
    levelsUrl: null,
    durationSeconds: 1,
    ...given,
  }
}
