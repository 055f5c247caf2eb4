import type { MusicGroup } from 'schema-dts'
import { isoDuration } from '#shared/duration.ts'
import type { Artist } from '#features/artists/contract.ts'
import { artistTrackPath } from '#features/artists/media-paths.ts'

/**
 * Returns the structured data of an artist and the featured track, limited to what the page shows.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 */
export function artistData(origin: string, artist: Artist): Exclude<MusicGroup, string> {
  const url = `${origin}/artist/${artist.slug}`
  const { instagram, twitter, tiktok, website } = artist.socialLinks
  const sameAs = [artist.spotifyUrl, artist.appleUrl, artist.youtubeUrl, instagram, twitter, tiktok, website].filter(
    Boolean,
  )
  const track = artist.featuredTrack
  return {
    '@type': 'MusicGroup',
    '@id': url,
    'name': artist.name,
    url,
    'image': absolute(origin, artist.image) || `${origin}/share/artist/${artist.slug}.png`,
    'genre': artist.genres,
    'description': artist.tagline,
    ...(sameAs.length > 0 ? { sameAs } : {}),
    ...(track
      ? {
          track: {
            '@type': 'MusicRecording',
            '@id': `${url}#track`,
            'name': track.title,
            url,
            'genre': artist.genres,
            'isAccessibleForFree': true,
            'byArtist': { '@id': url },
            'duration': isoDuration(track.durationSeconds),
            'audio': {
              '@type': 'AudioObject',
              'contentUrl': origin + artistTrackPath(artist.slug),
              'encodingFormat': 'audio/mpeg',
            },
          },
        }
      : {}),
  }
}

/** Returns the absolute address of an image; uploads are on this site. */
function absolute(origin: string, image: string): string {
  return image.startsWith('/') ? origin + image : image
}
