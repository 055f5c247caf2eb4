import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/database/open-database.ts'

/** For whoever watches the site: is the process there, can it do its work, how does it fare. */
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

    app.get('/metrics', async (_request, reply) => {
      const memory = process.memoryUsage()
      reply.type('text/plain; version=0.0.4').header('cache-control', 'no-store')
      return [
        ['process_uptime_seconds', process.uptime()],
        ['process_resident_memory_bytes', memory.rss],
        ['nodejs_heap_used_bytes', memory.heapUsed],
      ]
        .map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`)
        .join('')
    })
  }
}
