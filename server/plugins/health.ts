import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/database/open-database.ts'

/** For whoever watches the site: is the process there, and can it do its work. */
export function health({ database }: { database: Pick<Database, 'ping' | 'kind'> }) {
  return async function routes(app: FastifyInstance) {
    app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

    app.get('/readyz', async (_request, reply) => {
      const databaseUp = await database.ping().then(
        () => true,
        () => false,
      )
      reply.code(databaseUp ? 200 : 503).header('cache-control', 'no-store')
      return { ok: databaseUp, database: databaseUp ? 'up' : 'down' }
    })
  }
}
