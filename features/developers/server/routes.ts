import type { FastifyInstance } from 'fastify'
import { sendWithEtag } from '#platform/send-with-etag.ts'
import type { FigureImage } from '#shared/chladni-address.ts'
import { AppError, type ErrorBody, type ErrorCode, statusByCode } from '#shared/errors.ts'
import type { ServerTexts } from '#shared/messages.ts'
import { apiLimit, apiRoot, developersPath, openApiPath } from '#features/developers/contract.ts'
import { type ApiEndpoint, endpoints } from './endpoints.ts'
import { openApiDocument } from './openapi.ts'
import { createRequestLimit } from './request-limit.ts'
import type { ApiServices } from './views.ts'

type Options = {
  services: () => ApiServices
  texts: Pick<ServerTexts, 'content' | 'translator'>
  origin: string
  figureAddress(image: FigureImage): string
  email: () => string
  siteName: () => string
  now: () => Date
  limit?: { requests: number; windowSeconds: number }
}

/** Routes of the public API: read-only, for every site, with ETags, limits and problem documents. */
export function apiRoutes({ services, texts, origin, figureAddress, email, siteName, now, limit = apiLimit }: Options) {
  const isPublic = { config: { isPublic: true } } as const

  return async function routes(app: FastifyInstance) {
    app.addHook('preHandler', createRequestLimit(limit))

    // All errors, including those of Fastify itself, are sent as problem documents.
    app.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode < 400 || typeof payload !== 'string') return payload
      reply.header('content-type', 'application/problem+json; charset=utf-8')
      return JSON.stringify(toProblem(JSON.parse(payload) as ErrorBody, origin))
    })

    // Built from the parsed parts, because the request line may contain another host.
    const addressOf = ({ path }: ApiEndpoint, query: unknown) =>
      `${origin}${apiRoot}${path}?${new URLSearchParams(query as Record<string, string>)}`

    for (const endpoint of endpoints) {
      app.get<{ Params: Record<string, string> }>(
        apiRoot + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        isPublic,
        async (request, reply) => {
          const query = endpoint.query.parse(request.query)
          const name = Object.values(request.params)[0] ?? ''
          const found = await endpoint.run({ services: services(), origin, texts, figureAddress, now }, { query, name })
          if (found === undefined) throw new AppError('not-found', { key: 'developers.errors.noEntry' })
          const answer = endpoint.isList
            ? pageOf(found as unknown[], query as Page, addressOf(endpoint, request.query))
            : found
          return sendJson(request, reply, answer, endpoint.maxAgeSeconds)
        },
      )
    }

    app.get(apiRoot, isPublic, (request, reply) =>
      sendJson(request, reply, { ...linksOf(endpoints, origin), documentation: origin + developersPath }, 3600),
    )

    app.get(openApiPath, isPublic, (request, reply) =>
      sendJson(
        request,
        reply,
        openApiDocument({ endpoints, origin, email: email(), siteName: siteName(), t: texts.translator('en') }),
        3600,
      ),
    )

    app.get(`${apiRoot}/*`, isPublic, async () => {
      throw new AppError('not-found', { key: 'site.errors.endpoint' })
    })

    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${apiRoot}/*`,
      // Runs before a body is read.
      onRequest: async (_request, reply) => {
        reply.header('allow', 'GET, HEAD, OPTIONS')
        throw new AppError('method-not-allowed', { key: 'developers.errors.method' })
      },
      handler: () => undefined,
    })
  }
}

const sendJson = (
  request: Parameters<typeof sendWithEtag>[0],
  reply: Parameters<typeof sendWithEtag>[1],
  answer: unknown,
  maxAgeSeconds: number,
) =>
  sendWithEtag(request, reply, {
    body: JSON.stringify(answer),
    type: 'application/json; charset=utf-8',
    maxAgeSeconds,
  })

type Page = { limit: number; offset: number }

function pageOf(all: readonly unknown[], { limit, offset }: Page, address: string) {
  const next = new URL(address)
  next.searchParams.set('offset', String(offset + limit))
  return {
    data: all.slice(offset, offset + limit),
    total: all.length,
    limit,
    offset,
    next: offset + limit < all.length ? next.href : null,
  }
}

function linksOf(all: readonly ApiEndpoint[], origin: string): object {
  const lists = all.filter(({ path }) => !path.includes('{'))
  return {
    openapi: origin + openApiPath,
    ...Object.fromEntries(lists.map(({ path }) => [path.slice(1), origin + apiRoot + path])),
  }
}

/** Names of the errors, one per code. @see https://www.rfc-editor.org/rfc/rfc9457#section-3.1.3 */
const titles: Partial<Record<ErrorCode, string>> = {
  'invalid-input': 'Invalid parameter',
  'not-found': 'Not found',
  'method-not-allowed': 'Method not allowed',
  'too-many-requests': 'Too many requests',
  'unavailable': 'Temporarily unavailable',
}

function toProblem({ code, detail }: ErrorBody, origin: string): object {
  const title = titles[code] ?? 'Unexpected error'
  return { type: `${origin}${developersPath}#error-${code}`, title, status: statusByCode[code], detail, code }
}
