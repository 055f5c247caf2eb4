import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
// Brings the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { sendWithEtag } from '#platform/send-with-etag.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { artistFeedPath, artistTrackPath, type ArtistsService } from '#features/artists/contract.ts'
import { artistFeed } from './artist-feed.ts'
import { artistFile } from './recordings.ts'

type Options = {
  artists: ArtistsService
  collectionsOf(slug: string): readonly { name: string; description: string; path: string }[]
  contentDir: string
  storage: Storage
  origin: string
  siteName: () => string
}

/** Routes for other sites and apps: the featured track of an artist under a lasting address, and the RSS feed. */
export function artistSyndicationRoutes({ artists, collectionsOf, contentDir, storage, origin, siteName }: Options) {
  const getArtist = (slug: string) => {
    const artist = artists.find(slug)
    if (!artist) throw new AppError('not-found', { key: 'artists.errors.noArtist' })
    return artist
  }

  async function sizeOf(slug: string, file: string): Promise<number | undefined> {
    const place = artistFile(contentDir, slug, file)
    if ('key' in place) return (await storage.stat(place.key))?.bytes
    return stat(place.path).then(
      ({ size }) => size,
      () => undefined,
    )
  }

  return async function routes(app: FastifyInstance) {
    app.get<{ Params: { slug: string } }>(
      artistTrackPath(':slug'),
      { config: { isPublic: true } },
      async (request, reply) => {
        const { slug, featuredTrack } = getArtist(request.params.slug)
        if (!featuredTrack) throw new AppError('not-found', { key: 'artists.errors.noFile' })
        request.countedUse = { metric: 'plays', key: `/media/artists/${slug}/${featuredTrack.file}` }
        const place = artistFile(contentDir, slug, featuredTrack.file)
        if ('path' in place) return reply.sendFile(basename(place.path), dirname(place.path), { maxAge: '1h' })
        return sendStoredFile(request, reply, storage, {
          key: place.key,
          tag: basename(featuredTrack.file, '.mp3'),
          type: 'audio/mpeg',
          cacheControl: 'public, max-age=3600',
        })
      },
    )

    app.get<{ Params: { slug: string } }>(
      artistFeedPath(':slug'),
      { config: { isPublic: true } },
      async (request, reply) => {
        const artist = getArtist(request.params.slug)
        const { slug, featuredTrack } = artist
        const trackBytes = featuredTrack && (await sizeOf(slug, featuredTrack.file))
        return sendWithEtag(request, reply, {
          body: artistFeed({ artist, collections: collectionsOf(slug), trackBytes, origin, siteName: siteName() }),
          type: 'application/rss+xml; charset=utf-8',
          maxAgeSeconds: 3600,
        })
      },
    )
  }
}
