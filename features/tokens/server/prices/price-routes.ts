import type { FastifyInstance } from 'fastify'
import { pricesEndpoint } from '#features/tokens/contract.ts'
import type { PriceReaderDeps } from './price-feed.ts'
import { priceReply } from './price-reply.ts'

/** Registers the price API. Replies are rendered at most once a second. */
export function priceRoutes({ feed, mints, clock }: PriceReaderDeps) {
  let cached: { body: Buffer; second: number; snapshot: object } | undefined

  function answer(): Buffer {
    const now = clock.now()
    const second = Math.floor(now.getTime() / 1000)
    const snapshot = feed.snapshot()
    if (cached?.second !== second || cached.snapshot !== snapshot)
      cached = {
        body: Buffer.from(JSON.stringify(priceReply(snapshot, mints(), feed.isAsking, now))),
        second,
        snapshot,
      }
    return cached.body
  }

  return async function routes(app: FastifyInstance) {
    app.get(pricesEndpoint.path, (_request, reply) =>
      reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).send(answer()),
    )
  }
}
