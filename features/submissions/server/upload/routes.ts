import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#platform/database/unavailable.ts'
import { isAppError } from '#shared/errors.ts'
import { maxAudioBytes, submitPath } from '#features/submissions/terms.ts'
import { type ReceiveParts, receiveSubmission } from './receive.ts'
import { refusalPage } from './refusal-page.ts'
import { SubmissionRefusal } from './submission-refusal.ts'

/** Beyond this a body is not even read for the answer's sake. */
const mostReadBytes = 2 * maxAudioBytes

export const thanks = 'Thank you! Your track is safe with us, and the link to its private page is on its way to your inbox.'

/** `POST /api/maestro/submit`: answers script with JSON, and a plain form with the page that comes next; `GET` leads to the form. */
export function submitRoutes(parts: ReceiveParts & { origin: string }) {
  return async (app: FastifyInstance) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })
    // A page without script that was refused stands at this address; asked for again it leads back to the form.
    app.get(submitPath, (_request, reply) => reply.redirect('/submit', 303))
    app.post(submitPath, async (request, reply) => {
      const isForm = wantsPage(request)
      reply.header('cache-control', 'no-store')
      try {
        if (Number(request.headers['content-length'] ?? 0) > mostReadBytes) throw new SubmissionRefusal('too-large')
        if (!request.isMultipart()) throw new SubmissionRefusal('no-file')
        const path = await receiveSubmission(parts, request)
        if (isForm) return reply.redirect(path, 303)
        return { success: true, message: thanks, status_url: parts.origin + path }
      } catch (error) {
        readOn(request, reply)
        if (!isForm || !(isAppError(error) || isUnavailable(error))) throw error
        const refusal = isAppError(error) ? error : new SubmissionRefusal('no-room', undefined, { retryAfterSeconds: 60, cause: error })
        // Of a form that was cut off the sender's line is to blame.
        if (refusal.cause && refusal.status >= 500) request.log.error({ err: refusal.cause }, 'a track could not be taken')
        else if (refusal.cause) request.log.info({ err: refusal.cause }, 'a form could not be read')
        if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
        return reply.code(refusal.status).type('text/html; charset=utf-8').send(refusalPage(refusal.message))
      }
    })
  }
}

/** Who sends reads the answer once everything is sent: what is left of a bounded body is taken and thrown away. */
function readOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded) return
  const isBounded = Number(raw.headers['content-length'] ?? Infinity) <= mostReadBytes
  if (isBounded) raw.resume()
  else reply.header('connection', 'close')
}

function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.split(',')[0]?.trim().startsWith('text/html') ?? false
}
