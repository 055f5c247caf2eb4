import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { exportPath, type PreferencesService } from '#features/newsletter/preferences.ts'

/** `POST …/export`: by a press alone, so that nothing that only follows links takes a person's data along. */
export function preferencesRoutes({ preferences }: { preferences: Pick<PreferencesService, 'export'> }) {
  return async function routes(app: FastifyInstance) {
    app.register(async (form) => {
      // A plain form without fields; the address alone says whose data it is.
      form.removeAllContentTypeParsers()
      form.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, body, done) => done(null, body))
      form.post<{ Params: { token: string } }>(exportPath(':token'), async (request, reply) => {
        const person = await preferences.export(request.params.token)
        if (!person) throw new AppError('not-found', 'This link is not known.')
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', 'attachment; filename="swade-letter-data.json"')
          .header('x-robots-tag', 'noindex')
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(person, null, 2))
      })
    })
  }
}
