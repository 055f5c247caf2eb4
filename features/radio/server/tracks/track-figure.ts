import { artworkKey } from '#platform/figures/render-artwork.ts'
import { deriveArtDirection } from '#shared/art-direction.ts'
import { figureAddress } from '#shared/chladni-address.ts'
import { type Recording, type StationTrack, stationTrackPath } from '#features/radio/contract.ts'

/** The figure of a track that was brought to the station, by its id there. */
const trackFigure = (id: string) => id.replace(':', '-')

/** The track a figure would be of. */
export const trackOfFigure = (slug: string) => slug.replace('-', ':')

/** Returns the art direction of a track's figure, which is derived from its id. */
export const directionOfTrackFigure = (slug: string) => deriveArtDirection(slug)

/** Returns the recording of a track that was added to the station; its levels drive the live figure. */
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
