import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { feedPath } from '#features/newsletter/archive.ts'
import type { Archive } from './archive.ts'

/** The feed of letters at `/newsletter/feed.xml`. */
export function archiveRoutes({ archive }: { archive: Pick<Archive, 'feed'> }) {
  return async function routes(app: FastifyInstance) {
    app.get(feedPath, { config: { isPublic: true } }, async (request, reply) => {
      const feed = await archive.feed()
      const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`
      reply.header('etag', etag).header('cache-control', 'public, max-age=300')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('application/rss+xml; charset=utf-8').send(feed)
    })
  }
}
