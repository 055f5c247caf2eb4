import type { FastifyInstance } from 'fastify'

/** Accepts an empty JSON body: admin requests always declare JSON, even without a body. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, undefined)
    return parse(request, body, done)
  })
}
