import type { FastifyInstance } from 'fastify'
import type { PaymentEvent, PaymentProvider } from '#platform/payments/provider.ts'
import { AppError } from '#shared/errors.ts'

const warnEveryMs = 60_000

type Options = { provider: Pick<PaymentProvider, 'readEvent'>; take: (event: PaymentEvent) => Promise<void> }

/**
 * `POST /api/webhooks/stripe`: what the card provider tells us. The signature is over the bytes, so nobody parses them
 * before. No limit counts here: a forged message costs one comparison, and a real one must never be turned away.
 */
export function webhookRoutes({ provider, take }: Options) {
  // Anybody can send forgeries: the log gets one line a minute with their number, and nothing they wrote.
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
      await take(event)
      reply.header('cache-control', 'no-store')
      return { received: true }
    })
  }
}
