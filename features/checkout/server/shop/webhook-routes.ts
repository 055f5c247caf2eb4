import type { FastifyInstance } from 'fastify'
import type { PaymentEvent, PaymentProvider } from '#platform/payments/provider.ts'
import { AppError } from '#shared/errors.ts'

const warnEveryMs = 60_000

type Options = { provider: Pick<PaymentProvider, 'readEvent'>; handleEvent: (event: PaymentEvent) => Promise<void> }

/**
 * Registers `POST /api/webhooks/stripe`. The signature covers the raw bytes, so nothing parses them first. There is no
 * rate limit: a forged event costs one comparison, and a real one must never be rejected.
 */
export function webhookRoutes({ provider, handleEvent }: Options) {
  // Anyone can send forged events, so the log gets one entry a minute with their number and none of their content.
  let refused = 0
  let warnedAt = -Infinity
  return async function routes(app: FastifyInstance) {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    )

    app.post('/api/webhooks/stripe', async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = provider.readEvent(body, Array.isArray(signature) ? undefined : signature)
      if (!event) {
        refused += 1
        if (performance.now() - warnedAt >= warnEveryMs) {
          request.log.warn({ refused, isSigned: signature !== undefined }, 'webhook signature check failed')
          warnedAt = performance.now()
          refused = 0
        }
        throw new AppError('invalid-input', 'Invalid webhook signature.')
      }
      await handleEvent(event)
      reply.header('cache-control', 'no-store')
      return { received: true }
    })
  }
}
