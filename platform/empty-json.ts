import type { FastifyInstance } from 'fastify'

/** Calls of the desk always say that they send JSON, also those that send nothing: an empty body is no body. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, undefined)
    return parse(request, body, done)
  })
}
