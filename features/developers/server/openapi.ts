import { z } from 'zod'
import type { Translator } from '#shared/messages.ts'
import { apiLimit, apiRoot, developersPath } from '#features/developers/contract.ts'
import type { ApiEndpoint } from './endpoints.ts'
import { apiSchemas, problemSchema } from './schemas.ts'

type DocumentInput = {
  endpoints: readonly ApiEndpoint[]
  origin: string
  /** Public contact address. */
  email: string
  siteName: string
  t: Translator
}

const refTo = (id: string) => `#/components/schemas/${id}`

/**
 * Returns the OpenAPI document of the public API, generated from the schemas that also type its responses.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument({ endpoints, origin, email, siteName, t }: DocumentInput): object {
  const { schemas } = z.toJSONSchema(apiSchemas, { uri: refTo, target: 'draft-2020-12' })
  return {
    openapi: '3.1.1',
    info: {
      title: `${siteName} API`,
      version: '1',
      summary: t('developers.api.summary'),
      description: t('developers.api.description', {
        requests: apiLimit.requests,
        seconds: apiLimit.windowSeconds,
      }),
      contact: { url: origin + developersPath, email },
    },
    externalDocs: { url: origin + developersPath },
    servers: [{ url: origin + apiRoot }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    // The API is public: no operation needs credentials.
    security: [],
    paths: Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, { get: operation(endpoint, t) }])),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutAddress(schema)])),
      responses: {
        BadRequest: problem('A parameter is unknown or has a value that is not allowed.'),
        NotFound: problem('No entry has this ID or slug.'),
        TooManyRequests: {
          ...problem('The rate limit was reached.'),
          headers: {
            'Retry-After': { description: 'Seconds until the next request is accepted.', schema: { type: 'integer' } },
          },
        },
      },
    },
  }
}

function operation({ id, path, tag, query, reply }: ApiEndpoint, t: Translator): object {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  return {
    operationId: id,
    tags: [tag],
    summary: t(`developers.endpoints.${id}` as never),
    parameters: [
      ...(name ? [{ name, in: 'path', required: true, schema: { type: 'string' } }] : []),
      ...Object.entries(query.shape).map(([key, value]) => parameter(key, value as z.ZodType)),
    ],
    responses: {
      200: {
        description: 'Success.',
        headers: {
          ETag: { description: 'Send it as If-None-Match to get 304 until it changes.', schema: { type: 'string' } },
          RateLimit: { description: 'Requests left and seconds until the limit resets.', schema: { type: 'string' } },
        },
        content: { 'application/json': { schema: { $ref: refTo(apiSchemas.get(reply)!.id) } } },
      },
      304: { description: 'Not changed since the ETag in If-None-Match.' },
      400: { $ref: '#/components/responses/BadRequest' },
      ...(name ? { 404: { $ref: '#/components/responses/NotFound' } } : {}),
      429: { $ref: '#/components/responses/TooManyRequests' },
    },
  }
}

function parameter(name: string, value: z.ZodType): object {
  const { description, ...schema } = withoutAddress(z.toJSONSchema(value, { io: 'output' }))
  return { name, in: 'query', required: false, description, schema }
}

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: refTo(apiSchemas.get(problemSchema)!.id) } } },
})

/** Within a document, the position of a schema is its address. */
function withoutAddress(schema: object): { description?: string } {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$id' && key !== '$schema'))
}
