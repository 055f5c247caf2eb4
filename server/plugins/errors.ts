import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { isUnavailable, isUnstorableText, unavailableError } from '#platform/database/unavailable-error.ts'
import { AppError, errorBody, type ErrorCode, type ErrorText, isAppError } from '#shared/errors.ts'
import type { Locale } from '#shared/locales.ts'
import { type ServerTexts, translateError } from '#shared/messages.ts'
import { joinCatalogues } from '../languages/catalogues.ts'
import { requestLocale } from '#platform/preferred-locale.ts'

/** Messages for errors of Fastify. */
const frameworkErrors: Record<string, { code: ErrorCode; detail: ErrorText }> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'malformed-body', detail: { key: 'site.errors.invalidJson' } },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'malformed-body', detail: { key: 'site.errors.emptyBody' } },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too-large', detail: { key: 'site.errors.bodyTooLarge' } },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported-media-type',
    detail: { key: 'site.errors.contentType' },
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed-body',
    detail: { key: 'site.errors.contentLength' },
  },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    code: 'unsupported-media-type',
    detail: { key: 'site.errors.multipart' },
  },
  FST_ERR_BAD_URL: { code: 'invalid-input', detail: { key: 'site.errors.invalidUrl' } },
}

/**
 * Error handler of the site: converts every error to a response.
 *
 * @param options.texts Catalogues of the features whose errors are answered; by default those of the frame.
 */
export const errorHandling = fastifyPlugin(
  async (app: FastifyInstance, { texts = joinCatalogues({ features: [] }) }: { texts?: ServerTexts }) => {
    app.decorate('texts', texts)
    app.decorateRequest('locale', {
      getter(this: FastifyRequest) {
        return requestLocale(this.headers)
      },
    })
    app.setErrorHandler((error: FastifyError | AppError | z.ZodError | Error, request, reply) => {
      const appError = toAppError(error)
      // Deliberate 5xx errors without a cause, such as a full queue, are not logged.
      if (appError.status >= 500 && (appError !== error || appError.cause))
        request.log.error({ err: error }, 'request failed')
      // Incomplete or malformed requests are the client's fault.
      else if (appError.code === 'malformed-body')
        request.log.info({ err: appError.cause ?? error }, 'request body could not be read')
      // Players need the file length to request a valid range.
      if (appError.code === 'range-not-satisfiable') reply.header('content-range', contentRangeOf(error))
      return sendError(appError, request, reply)
    })
    app.setNotFoundHandler((request, reply) =>
      sendError(new AppError('not-found', { key: 'site.errors.address' }), request, reply),
    )
  },
)

function contentRangeOf(error: Error & { headers?: Record<string, string> }): string {
  return error.headers?.['Content-Range'] ?? 'bytes */*'
}

/** Converts any error to an AppError; unexpected errors become `internal`, with a cause that is only logged. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error
  if (error instanceof z.ZodError) return new AppError('invalid-input', describeIssues(error))
  if (isUnstorableText(error)) return new AppError('invalid-input', { key: 'site.errors.unsupportedCharacter' })
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code ? frameworkErrors[code] : undefined
  if (known) return new AppError(known.code, known.detail)
  if (statusCode === 416) return new AppError('range-not-satisfiable', { key: 'site.errors.range' })
  // An aborted body reports ECONNRESET like a lost database, but with a 4xx status.
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError(
      code === 'ECONNRESET' ? 'malformed-body' : 'invalid-input',
      { key: 'site.errors.unreadable' },
      {
        cause: error,
      },
    )
  if (isUnavailable(error)) return unavailableError(error)
  return new AppError('internal', { key: 'site.errors.internal' }, { cause: error })
}

// Messages that are sentences, or keys of sentences, stand alone; messages of the validator follow the field name:
// "limit must be a number."
function describeIssues(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const { path, message } = issue
      if (path.length === 0 && issue.code === 'invalid_type' && issue.expected === 'object')
        return 'site.errors.noObject'
      const standsAlone = message.endsWith('.') || /^\w+(\.\w+)+$/.test(message)
      return standsAlone ? message : `${path.join('.') || 'The request'} ${message}.`
    })
    .join(' ')
}

/** Sends an error; an internal error includes a reference to its log entry. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  // A request whose address is malformed lacks the decorators.
  const sentence = translateError(request.server.texts.translator(requestLocale(request.headers)), error)
  const detail = error.code === 'internal' ? `${sentence} (reference ${request.id})` : sentence
  return reply.code(error.status).header('cache-control', 'no-store').send(errorBody(error.code, detail))
}

declare module 'fastify' {
  interface FastifyInstance {
    texts: ServerTexts
  }
  interface FastifyRequest {
    /** Language of an answer that is no page: that of the requesting page, else the one the visitor prefers. */
    readonly locale: Locale
  }
}
