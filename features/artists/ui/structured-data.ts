import type { MusicGroup, MusicRecording } from 'schema-dts'
import { isoDuration } from '#shared/duration.ts'
import type { Artist } from '#features/artists/contract.ts'
import { artistTrackPath } from '#features/artists/media-paths.ts'
import { publishedTracks, type PublishedTrack, trackFragment } from '#features/artists/track-list.ts'

/** Maximum number of tracks, because a long list would make the head of the page longer than the rest. */
const maxTracks = 50

/**
 * Returns the structured data of an artist and up to 50 tracks, limited to what the page shows.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 * @param listed Tracks of the list on the page; empty without one.
 */
export function artistData(
  origin: string,
  artist: Artist,
  listed: readonly PublishedTrack[] = [],
): Exclude<MusicGroup, string> {
  const url = `${origin}/artist/${artist.slug}`
  const { instagram, twitter, tiktok, website } = artist.socialLinks
  const sameAs = [artist.spotifyUrl, artist.appleUrl, artist.youtubeUrl, instagram, twitter, tiktok, website].filter(
    Boolean,
  )
  const tracks = (listed.length > 0 ? listed : publishedTracks(artist)).slice(0, maxTracks)
  const recordings = tracks.map((track) => recordingData(origin, artist, track))
  return {
    '@type': 'MusicGroup',
    '@id': url,
    'name': artist.name,
    url,
    'image': absolute(origin, artist.image) || `${origin}/share/artist/${artist.slug}.png`,
    'genre': artist.genres,
    'description': artist.tagline,
    ...(sameAs.length > 0 ? { sameAs } : {}),
    ...(recordings.length > 0 ? { track: recordings.length === 1 ? recordings[0]! : recordings } : {}),
  }
}

function recordingData(
  origin: string,
  { slug, genres }: Artist,
  track: PublishedTrack,
): Exclude<MusicRecording, string> {
  const url = `${origin}/artist/${slug}`
  const place = track.isFeatured ? url : `${url}#${trackFragment(track.key)}`
  return {
    '@type': 'MusicRecording',
    '@id': track.isFeatured ? `${url}#track` : place,
    'name': track.title,
    'url': place,
    'genre': genres,
    'isAccessibleForFree': true,
    'byArtist': { '@id': url },
    'duration': isoDuration(track.durationSeconds),
    ...(track.cover ? { image: origin + track.cover } : {}),
    'audio': {
      '@type': 'AudioObject',
      'contentUrl': origin + artistTrackPath(slug, track.isFeatured ? undefined : track.key),
      'encodingFormat': 'audio/mpeg',
    },
  }
}

/** Returns the absolute address of an image; uploads are on this site. */
function absolute(origin: string, image: string): string {
  return image.startsWith('/') ? origin + image : image
}
