import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#shared/errors.ts'

/** Matches a lone surrogate as invalid UTF-8 bytes, raw or percent-encoded. */
const encodedSurrogate = /%ed%[ab][\da-f]%[89ab][\da-f]|\xed[\xa0-\xbf][\x80-\xbf]/i

const formType = /^application\/x-www-form-urlencoded\b/i

/**
 * Rejects text with lone surrogates in the query, in forms, and in names and values of JSON bodies, because PostgreSQL
 * rejects it in JSON columns. Features check the bodies they parse themselves, such as files and multipart forms.
 */
export const wellFormedText = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ url, headers, body }) => {
    if (encodedSurrogate.test(url)) throw new AppError('invalid-input', { key: 'site.errors.brokenAddress' })
    if (Buffer.isBuffer(body)) {
      if (formType.test(headers['content-type'] ?? '') && encodedSurrogate.test(body.toString('latin1')))
        throw new AppError('invalid-input', { key: 'site.errors.brokenForm' })
      return
    }
    const broken = findBroken(body)
    if (broken === '') throw new AppError('invalid-input', { key: 'site.errors.brokenBody' })
    if (broken) throw new AppError('invalid-input', { key: 'site.errors.brokenField', values: { field: broken } })
  })
})

/**
 *
 * @returns The path of the first invalid text in parsed JSON, such as `content.title`; empty for the document itself.
 */
function findBroken(document: unknown): string | undefined {
  // Iterative, because nested brackets could exceed the stack.
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: document }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && !value.isWellFormed()) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (!name.isWellFormed()) return path
      waiting.push({ path: path ? `${path}.${name}` : name, value: inner })
    }
  }
  return undefined
}
