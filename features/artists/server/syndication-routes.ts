import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
// Imports the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { sendWithEtag } from '#platform/send-with-etag.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import {
  artistFeedPath,
  artistMediaPath,
  artistTrackPath,
  type ArtistsService,
  findPublishedTrack,
  publishedTracks,
} from '#features/artists/contract.ts'
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

/**
 * Routes for other sites and apps: the tracks of an artist, the featured one under a permanent address, and the feed.
 */
export function artistSyndicationRoutes({ artists, collectionsOf, contentDir, storage, origin, siteName }: Options) {
  const getArtist = (slug: string) => {
    const artist = artists.find(slug)
    if (!artist) throw new AppError('not-found', { key: 'artists.errors.noArtist' })
    return artist
  }

  /** Sizes of uploads by key, cached because they never change and a feed may have hundreds of tracks. */
  const sizes = new Map<string, number>()

  async function sizeOf(slug: string, file: string): Promise<number | undefined> {
    const place = artistFile(contentDir, slug, file)
    if ('path' in place)
      return stat(place.path).then(
        ({ size }) => size,
        () => undefined,
      )
    const bytes = sizes.get(place.key) ?? (await storage.stat(place.key))?.bytes
    if (bytes !== undefined) sizes.set(place.key, bytes)
    return bytes
  }

  return async function routes(app: FastifyInstance) {
    for (const path of [artistTrackPath(':slug'), artistTrackPath(':slug', ':key')])
      app.get<{ Params: { slug: string; key?: string } }>(
        path,
        { config: { isPublic: true } },
        async (request, reply) => {
          const artist = getArtist(request.params.slug)
          const track = findPublishedTrack(artist, request.params.key)
          if (!track) throw new AppError('not-found', { key: 'artists.errors.noFile' })
          request.countedUse = { metric: 'plays', key: artistMediaPath(artist.slug, track.file) }
          const place = artistFile(contentDir, artist.slug, track.file)
          if ('path' in place) return reply.sendFile(basename(place.path), dirname(place.path), { maxAge: '1h' })
          return sendStoredFile(request, reply, storage, {
            key: place.key,
            tag: track.key,
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
        const { slug } = artist
        const tracks = await Promise.all(
          publishedTracks(artist).map(async (track) => ({ track, bytes: await sizeOf(slug, track.file) })),
        )
        return sendWithEtag(request, reply, {
          body: artistFeed({ artist, collections: collectionsOf(slug), tracks, origin, siteName: siteName() }),
          type: 'application/rss+xml; charset=utf-8',
          maxAgeSeconds: 3600,
        })
      },
    )
  }
}
