import type { Recording } from '#features/radio/contract.ts'
import type { Play } from './plan.ts'

/** Recordings that the station may play now. Both lists are the same object until something changes. */
export type RotationLibrary = {
  recordings(): readonly Recording[]
  /** Tracks without a first play, in the order they were added; each is planned before all others. */
  premieres(): readonly Recording[]
  /** Returns the recording of a play; also one that was removed after the play had begun. */
  recordingOf(play: Pick<Play, 'recordingId' | 'startsAtMs'>): Recording | undefined
}

/** A recording with the data that the rotation needs. */
export type LibraryTrack = { recording: Recording; addedAtMs: number; isNew: boolean; removedAtMs: number | undefined }

/** Combines the catalogue and the tracks that were added later. */
export function rotationLibrary(
  catalogue: readonly Recording[],
  tracks: readonly LibraryTrack[] = [],
): RotationLibrary {
  const inRotation = tracks.filter(({ removedAtMs }) => removedAtMs === undefined)
  const ordered = inRotation.toSorted((a, b) => a.addedAtMs - b.addedAtMs || (a.recording.id < b.recording.id ? -1 : 1))
  const recordings = [...catalogue, ...ordered.map(({ recording }) => recording)]
  const premieres = ordered.filter(({ isNew }) => isNew).map(({ recording }) => recording)
  const ofCatalogue = new Map(catalogue.map((recording) => [recording.id, recording]))
  const ofTracks = new Map(tracks.map((track) => [track.recording.id, track]))
  return {
    recordings: () => recordings,
    premieres: () => premieres,
    recordingOf({ recordingId, startsAtMs }) {
      const track = ofTracks.get(recordingId)
      if (!track) return ofCatalogue.get(recordingId)
      return track.removedAtMs === undefined || startsAtMs <= track.removedAtMs ? track.recording : undefined
    },
  }
}
