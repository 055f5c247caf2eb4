import type { FastifyInstance } from 'fastify'
// Brings the type of `reply.sendFile`, which server/app.ts decorates once.
import type {} from '@fastify/static'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Artist, ArtistsService } from '#features/artists/contract.ts'

/**
 * Tracks, films and posters of the artists: `/media/artists/{slug}/{file}`.
 *
 * Only files a catalogue entry names are sent; what else lies in the folder is not there for the outside.
 */
export function artistRoutes({ artists, contentDir }: { artists: ArtistsService; contentDir: string }) {
  return async (app: FastifyInstance) => {
    app.get<{ Params: { slug: string; file: string } }>('/media/artists/:slug/:file', (request, reply) => {
      const { slug, file } = request.params
      const artist = artists.find(slug)
      if (!artist || !mediaOf(artist).includes(file)) throw new AppError('not-found', 'There is no such recording.')
      return reply.sendFile(file, join(contentDir, 'artists', slug), { maxAge: '1d' })
    })
  }
}

function mediaOf(artist: Artist): string[] {
  const named = [artist.featuredTrack?.file, ...artist.videos.flatMap((video) => [video.file, video.poster])]
  return named.filter((file) => file !== undefined)
}
