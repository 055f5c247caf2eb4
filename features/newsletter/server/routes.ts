import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { type NewsletterService, subscribeBodySchema, subscribeEndpoint, unsubscribeEndpoint } from '#features/newsletter/contract.ts'

/** The calls of this room. */
export function newsletterRoutes({ newsletter }: { newsletter: NewsletterService }) {
  return async function routes(app: FastifyInstance) {
    app.post(subscribeEndpoint.path, async (request) => {
      const input = subscribeBodySchema.parse(request.body)
      const { message } = await newsletter.subscribe(input, { form: 'api', clientAddress: request.ip })
      return { success: true, message }
    })

    app.register(async (oneClick) => {
      // Mail programs post `List-Unsubscribe=One-Click` as a form of either kind; the address alone says who leaves.
      oneClick.removeAllContentTypeParsers()
      oneClick.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, body, done) => done(null, body))
      oneClick.post<{ Params: { token: string } }>(unsubscribeEndpoint.path, async (request) => {
        const subscriber = await newsletter.unsubscribe(request.params.token, 'one-click')
        if (!subscriber) throw new AppError('not-found', 'This unsubscribe link is not known.')
        return { success: true, message: 'You are unsubscribed.' }
      })
    })

    // Link scanners follow GET; it never changes anything and leads to the page with the button.
    app.get<{ Params: { token: string } }>(unsubscribeEndpoint.path, async (request, reply) =>
      reply.header('cache-control', 'no-store').redirect(`/newsletter/unsubscribe/${encodeURIComponent(request.params.token)}`, 303),
    )
  }
}
