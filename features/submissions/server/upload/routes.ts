import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#platform/database/unavailable-error.ts'
import { policyHash } from '#platform/secrets.ts'
import { type AppError, type ErrorCode, isAppError } from '#shared/errors.ts'
import { type Locale, localePath } from '#shared/locales.ts'
import { translateError, type Translator } from '#shared/messages.ts'
import { maxAudioBytes, submitPath } from '#features/submissions/constants.ts'
import { withoutFieldName } from '#features/submissions/problems.ts'
import { type ReceiveDeps, receiveSubmission } from './receive.ts'
import { SubmissionRefusal } from '../submission-refusal.ts'

/** Content length above which a body is not read at all. */
const maxReadBytes = 2 * maxAudioBytes

/**
 * `POST /api/maestro/submit`: answers a script with JSON, and a plain form with the page that follows; `GET` redirects
 * to the form.
 */
export function submitRoutes(deps: ReceiveDeps & { origin: string }) {
  return async (app: FastifyInstance) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })
    // The page for a rejected plain form has this address, and reloading it leads back to the form.
    app.get(submitPath, (request, reply) => reply.redirect(localePath(request.locale, '/submit'), 303))
    app.post(submitPath, async (request, reply) => {
      const isForm = wantsPage(request)
      reply.header('cache-control', 'no-store')
      try {
        if (Number(request.headers['content-length'] ?? 0) > maxReadBytes) throw new SubmissionRefusal('too-large')
        if (!request.isMultipart()) throw new SubmissionRefusal('no-file')
        const { path, locale } = await receiveSubmission(deps, request)
        if (isForm) return reply.redirect(path, 303)
        const message = deps.texts.translator(locale)('submissions.answer.thanks')
        return { success: true, message, status_url: deps.origin + path }
      } catch (error) {
        readOn(request, reply)
        if (!isForm || !(isAppError(error) || isUnavailable(error))) throw error
        const refusal = isAppError(error)
          ? error
          : new SubmissionRefusal('no-room', undefined, { retryAfterSeconds: 60, cause: error })
        // A truncated form is the fault of the sender's connection.
        if (refusal.cause && refusal.status >= 500) request.log.error({ err: refusal.cause }, 'track upload failed')
        else if (refusal.cause) request.log.info({ err: refusal.cause }, 'reading submission form failed')
        if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
        return reply
          .code(refusal.status)
          .type('text/html; charset=utf-8')
          .header('content-security-policy', refusalPolicy)
          .send(refusalPage(refusal, request.locale, deps.texts.translator(request.locale)))
      }
    })
  }
}

/** Discards the rest of a bounded body, because clients read the response only after sending everything. */
function readOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded) return
  const isBounded = Number(raw.headers['content-length'] ?? Infinity) <= maxReadBytes
  if (isBounded) raw.resume()
  else reply.header('connection', 'close')
}

function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.split(',')[0]?.trim().startsWith('text/html') ?? false
}

const refusalStyles = `
:root{color-scheme:dark}body{margin:0;padding:2rem 1.25rem;background:oklch(.16 .012 60);color:oklch(.94 .02 85);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:34em;margin:8vh auto;border:1px solid oklch(.34 .016 60);background:oklch(.21 .014 60);padding:clamp(1.5rem,5vw,2.5rem)}
small{font:.6875rem/1.45 ui-monospace,monospace;letter-spacing:.08em;text-transform:uppercase}small,.dust{color:oklch(.74 .02 80)}
h1{margin:.5rem 0 1.5rem;font-size:clamp(2rem,1.4rem + 2.6vw,3rem);line-height:1.05;text-wrap:balance}main>:last-child{margin-bottom:0}a{display:inline-block;min-height:2.75rem;padding:.6rem 0;color:inherit;text-underline-offset:4px}
a:focus-visible{outline:2px solid oklch(.74 .18 47);outline-offset:2px}.problem{border-left:2px solid oklch(.7 .18 22);padding-left:1rem}
`

/** The page contains only this style sheet. */
const refusalPolicy = `default-src 'none'; style-src '${policyHash(refusalStyles)}'; frame-ancestors 'self'; base-uri 'none'; form-action 'self'`

/** Errors of the entries and the file; against any other error, only sending the form again helps. */
const correctable: readonly ErrorCode[] = ['invalid-input', 'unsupported-media-type', 'too-large']

/**
 * Returns the page for a rejected plain form. The browser's Back button restores the form with all entries and the
 * file, so nothing has to be stored.
 *
 * @param refusal Error with one sentence for the sender of the form.
 */
function refusalPage(refusal: AppError, locale: Locale, t: Translator): string {
  const goBack = correctable.includes(refusal.code) ? 'goBack' : 'goBackOnly'
  const say = (key: 'head' | 'title' | 'goBack' | 'goBackOnly' | 'startOver') => escaped(t(`submissions.answer.${key}`))
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${say('head')} · ${escaped(t('site.app.name'))}</title><style>${refusalStyles}</style></head><body><main><small>${escaped(t('submissions.email.kicker'))}</small><h1>${say('title')}</h1><p class="problem" role="alert">${escaped(withoutFieldName(translateError(t, refusal)))}</p>
<p>${say(goBack)}</p>
<p class="dust"><a href="${localePath(locale, '/submit')}">${say('startOver')}</a></p></main></body></html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
