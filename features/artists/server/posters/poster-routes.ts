import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { FigureImage } from '#shared/chladni-address.ts'
import { AppError } from '#shared/errors.ts'
import type { ArtistsService } from '#features/artists/contract.ts'
import { posterPath } from '#features/artists/youtube.ts'
import { posterKey } from './posters.ts'

/**
 * Route `GET /media/artists/{slug}/posters/{youtubeId}.webp`: the poster of a YouTube video in the catalogue, or a
 * redirect to the artist's image or artwork until it is fetched.
 */
export function posterRoutes({
  artists,
  storage,
  figureAddress,
}: {
  artists: ArtistsService
  storage: Storage
  figureAddress(image: FigureImage): string
}) {
  return async (app: FastifyInstance) => {
    app.get<{ Params: { slug: string; id: string } }>(posterPath(':slug', ':id'), async (request, reply) => {
      const { slug, id } = request.params
      const artist = artists.find(slug)
      if (!artist?.videos.some(({ youtubeId }) => youtubeId === id))
        throw new AppError('not-found', 'Poster not found.')
      const key = posterKey(id)
      const tag = createHash('sha256').update(key).digest('hex').slice(0, 16)
      try {
        return await sendStoredFile(request, reply, storage, {
          key,
          tag,
          type: 'image/webp',
          cacheControl: 'public, max-age=86400',
        })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'not-found')) throw error
        // The file may also disappear between stat and open, when headers are set already.
        for (const name of ['etag', 'accept-ranges', 'content-type', 'content-length', 'content-range'])
          reply.removeHeader(name)
        const artwork = artist.image || figureAddress({ slug, variant: 'wide', width: 960 })
        return reply.header('cache-control', 'public, max-age=300').redirect(artwork, 302)
      }
    })
  }
}
