import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { onTestFinished } from 'vitest'
import { silentChanges } from '#platform/database/test-changes.ts'
import type { Recording, StationTrack } from '#features/radio/contract.ts'
import type { ManualTime } from '../test-time.ts'
import { createStationTracks, type StationTracks } from './track-library.ts'

/**
 * Creates the tracks of one process over a catalogue, polled every two seconds until the test ends; a track's storage
 * key is its file.
 */
export function createTestTracks(db: NodePgDatabase, catalogue: Recording[], time: ManualTime): StationTracks {
  const tracks = createStationTracks({
    db,
    changes: silentChanges,
    catalogue: () => catalogue,
    toRecording: ({ id, title, artist, storageKey: file, durationSeconds }) => {
      return {
        id,
        title,
        artist,
        album: '',
        genre: '',
        artistUrl: null,
        art: '',
        levelsUrl: null,
        durationSeconds,
        file,
      }
    },
    kind: 'built-in',
    time,
    log: { warn: () => {} },
  })
  void tracks.start()
  onTestFinished(() => tracks.stop())
  return tracks
}

/** Creates a station track from the file of a recording. */
export function testTrack({ file }: Recording, name: string): StationTrack {
  return {
    id: `submission:${name}`,
    title: `Title of ${name}`,
    artist: `Artist of ${name}`,
    album: '',
    genre: '',
    storageKey: file,
    durationSeconds: 1,
  }
}
