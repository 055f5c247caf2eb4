import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import type { ServerTexts } from '#shared/messages.ts'
import { exportPath, type PreferencesService } from '#features/subscribers/preferences.ts'
import {
  signUpFormOf,
  type SubscribersService,
  subscribeBodySchema,
  subscribeEndpoint,
  unsubscribeEndpoint,
} from '#features/subscribers/contract.ts'
import { fileNameFor } from '#platform/download-name.ts'

/** Creates the public routes of subscriptions. */
export function subscriptionRoutes({
  subscribers,
  preferences,
  texts,
  siteName,
}: {
  subscribers: SubscribersService
  preferences: Pick<PreferencesService, 'export'>
  texts: ServerTexts
  siteName: () => string
}) {
  return async function routes(app: FastifyInstance) {
    app.post(subscribeEndpoint.path, async (request) => {
      const input = subscribeBodySchema.parse(request.body)
      const { message } = await subscribers.subscribe(input, {
        form: signUpFormOf(request.headers.referer, request.headers.host),
        clientAddress: request.ip,
        locale: request.locale,
      })
      return { success: true, message }
    })

    app.register(async (oneClick) => {
      // Email programs post `List-Unsubscribe=One-Click` with either form encoding; the URL alone identifies the
      // subscriber.
      oneClick.removeAllContentTypeParsers()
      oneClick.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, body, done) =>
        done(null, body),
      )
      oneClick.post<{ Params: { token: string } }>(unsubscribeEndpoint.path, async (request) => {
        const subscriber = await subscribers.unsubscribe(request.params.token, 'one-click')
        if (!subscriber) throw new AppError('not-found', { key: 'subscribers.errors.unsubscribeLink' })
        const t = texts.translator(request.locale)
        return { success: true, message: t('subscribers.answers.unsubscribed') }
      })
    })

    // Only by POST, so that programs that follow links do not export the data.
    app.register(async (form) => {
      // The form has no fields; the URL alone identifies the subscriber.
      form.removeAllContentTypeParsers()
      form.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, body, done) => done(null, body))
      form.post<{ Params: { token: string } }>(exportPath(':token'), async (request, reply) => {
        const person = await preferences.export(request.params.token, request.locale)
        if (!person) throw new AppError('not-found', { key: 'subscribers.errors.link' })
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${fileNameFor(siteName(), 'newsletter-data.json')}"`)
          .header('x-robots-tag', 'noindex')
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(person, null, 2))
      })
    })

    // Link scanners send GET, so it changes nothing and redirects to the page with the button.
    app.get<{ Params: { token: string } }>(unsubscribeEndpoint.path, async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .redirect(`/newsletter/unsubscribe/${encodeURIComponent(request.params.token)}`, 303),
    )
  }
}
