import type { FastifyInstance } from 'fastify'
import { type GetBookAccess, readAlongPath } from '#features/reader/contract.ts'
import { readablePages } from '../access.ts'
import { type FindReadAlong, readablePart } from './read-along.ts'

type Options = { getBookAccess: GetBookAccess; findReadAlong: FindReadAlong }

/**
 * `GET /api/reader/{bookId}/read-along`: positions of the narrated text, for visitors who may read the pages and hear
 * the audio. A preview has no audio, so it gets no map.
 */
export function readAlongRoutes({ getBookAccess, findReadAlong }: Options) {
  return async (app: FastifyInstance) => {
    app.get<{ Params: { bookId: string } }>(readAlongPath(':bookId'), async (request, reply) => {
      const { bookId } = request.params
      const access = await getBookAccess(request.headers.cookie, bookId)
      const readAlong = await findReadAlong(bookId)
      reply.header('cache-control', access.kind === 'free' ? 'public, max-age=300' : 'private, no-store')
      return readablePart(readAlong, access.kind === 'preview' ? 0 : readablePages(access, Infinity))
    })
  }
}
