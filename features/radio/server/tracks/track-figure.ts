import { artworkKey } from '#platform/figures/render-artwork.ts'
import { deriveArtDirection } from '#shared/art-direction.ts'
import { figureAddress } from '#shared/chladni-address.ts'
import { type Recording, type StationTrack, stationTrackPath } from '#features/radio/contract.ts'

/** Returns the artwork name of a track that was added to the station, derived from its id there. */
const trackFigure = (id: string) => id.replace(':', '-')

/** Returns the id of the track that an artwork name belongs to. */
export const trackOfFigure = (slug: string) => slug.replace('-', ':')

/** Returns the art direction of a track's artwork, which is derived from its name. */
export const directionOfTrackFigure = (slug: string) => deriveArtDirection(slug)

/** Returns the recording of a track that was added to the station; its levels drive the animated artwork. */
export const recordingOfTrack = ({
  id,
  title,
  artist,
  album,
  genre,
  art = '',
  artistPath = '',
  storageKey,
  durationSeconds,
}: StationTrack): Recording => ({
  id,
  title,
  artist,
  album,
  genre,
  artistUrl: artistPath || null,
  art:
    art ||
    figureAddress(
      { slug: trackFigure(id), variant: 'square', width: 640 },
      artworkKey(directionOfTrackFigure(trackFigure(id))),
    ),
  levelsUrl: stationTrackPath(id, 'levels'),
  file: storageKey,
  durationSeconds,
})
