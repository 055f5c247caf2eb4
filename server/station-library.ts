import { join } from 'node:path'
import { figureAddress } from '#shared/chladni-address.ts'
import { type ArtistsService, isSentFile, sentFileKey, trackLevelsPath } from '#features/artists/contract.ts'
import { type Recording, type StationTrack, stationTrackPath } from '#features/radio/contract.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** What the station may play: the featured track of every artist. */
export function stationLibrary(artists: ArtistsService, contentDir: string, storage: Pick<Storage, 'localPath'>): Recording[] {
  return artists.list().flatMap(({ slug }) => {
    const artist = artists.find(slug)
    const track = artist?.featuredTrack
    if (!track) return []
    return {
      id: `track:${slug}`,
      title: track.title,
      artist: artist.name,
      album: '',
      genre: artist.genres[0] ?? '',
      artistUrl: `/artist/${slug}`,
      art: artist.image || figureAddress({ slug, variant: 'square', width: 640 }),
      levelsUrl: trackLevelsPath(slug),
      file: isSentFile(track.file) ? storage.localPath(sentFileKey(slug, track.file)) : join(contentDir, 'artists', slug, track.file),
      durationSeconds: track.durationSeconds,
    }
  })
}

/** The figure of a track that was brought to the station, by its id there. */
const trackFigure = (id: string) => id.replace(':', '-')

/** The track a figure would be of. */
export const trackOfFigure = (slug: string) => slug.replace('-', ':')

/** What the station plays of a track that was brought to it; its levels drive the live figure like everybody's. */
export const recordingOfTrack =
  (storage: Pick<Storage, 'localPath'>) =>
  ({ id, title, artist, album, genre, storageKey, durationSeconds }: StationTrack): Recording => ({
    id,
    title,
    artist,
    album,
    genre,
    artistUrl: null,
    art: figureAddress({ slug: trackFigure(id), variant: 'square', width: 640 }),
    levelsUrl: stationTrackPath(id, 'levels'),
    file: storage.localPath(storageKey),
    durationSeconds,
  })
