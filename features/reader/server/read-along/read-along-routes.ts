import type { FastifyInstance } from 'fastify'
import { type AccessTo, readAlongPath } from '#features/reader/contract.ts'
import { readablePages } from '../access.ts'
import { type FindReadAlong, readablePart } from './read-along.ts'

type Options = { accessTo: AccessTo; findReadAlong: FindReadAlong }

/**
 * `GET /api/reader/{bookId}/read-along`: which words stand where, for who may read the pages and hear the voice.
 * A preview has no voice, so it gets no map either.
 */
export function readAlongRoutes({ accessTo, findReadAlong }: Options) {
  return async (app: FastifyInstance) => {
    app.get<{ Params: { bookId: string } }>(readAlongPath(':bookId'), async (request, reply) => {
      const { bookId } = request.params
      const access = await accessTo(request.headers.cookie, bookId)
      const readAlong = await findReadAlong(bookId)
      reply.header('cache-control', access.kind === 'free' ? 'public, max-age=300' : 'private, no-store')
      return readablePart(readAlong, access.kind === 'preview' ? 0 : readablePages(access, Infinity))
    })
  }
}
