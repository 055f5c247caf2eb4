import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#shared/errors.ts'
import { loneSurrogateMessage } from '#shared/contract.ts'

/** A lone surrogate, written as the three bytes that UTF-8 forbids, and percent-encoded: in an address or a form. */
const encodedSurrogate = /%ed%[ab][\da-f]%[89ab][\da-f]|\xed[\xa0-\xbf][\x80-\xbf]/i

const formType = /^application\/x-www-form-urlencoded\b/i

/**
 * Refuses text with lone surrogates before any feature sees it: in the query, in a form, in the names and values of a
 * JSON body. PostgreSQL takes none in a JSON column, so that each would be an error of ours somewhere behind.
 *
 * Bodies that features read themselves, such as files and multipart forms, are theirs to check.
 */
export const wellFormedText = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ url, headers, body }) => {
    if (encodedSurrogate.test(url)) throw new AppError('invalid-input', `The address ${loneSurrogateMessage}.`)
    if (Buffer.isBuffer(body)) {
      if (formType.test(headers['content-type'] ?? '') && encodedSurrogate.test(body.toString('latin1')))
        throw new AppError('invalid-input', `The form ${loneSurrogateMessage}.`)
      return
    }
    const broken = findBroken(body)
    if (broken !== undefined) throw new AppError('invalid-input', `${broken || 'The body'} ${loneSurrogateMessage}.`)
  })
})

/**
 * @returns the path of the first broken text in parsed JSON, such as `content.title`; empty for the document itself.
 */
function findBroken(document: unknown): string | undefined {
  // Not by recursion: a body of brackets alone nests deeper than the stack.
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
