import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import '#platform/counted-request.ts'
import { slugSchema } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { pageImagePath, pageTextPath, pageWidths, readerPath, searchPath, textForm } from '#features/reader/contract.ts'
import { isPublicPage } from './access.ts'
import type { PageWatermarker } from './pdf/watermarked-pages.ts'
import { isPageOf, type Reader } from './reader.ts'

type Options = { reader: Reader; watermarkedPage: PageWatermarker }

const number = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1')
  .transform(Number)
const edition = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hex characters')
const bookSchema = z.object({ bookId: slugSchema })
const textSchema = bookSchema.extend({ edition, page: number })
const imageSchema = textSchema.extend({
  width: number.refine((width) => pageWidths.some((one) => one === width), {
    message: `must be one of ${pageWidths.join(', ')}`,
  }),
})
const querySchema = z.object({ q: z.string().max(200, 'The search term is too long.') })

/**
 * Routes of the reader: the manifest, page images, their text, and search. Access is checked before an edition is
 * looked up or a file is read, so HEAD, range and conditional requests get the same answer.
 */
export function readerRoutes({ reader, watermarkedPage }: Options) {
  const { editions, pages, checkAccess } = reader

  const findPage = async (request: FastifyRequest, params: z.infer<typeof textSchema>) => {
    const access = await checkAccess(request.headers.cookie, params.bookId, params.page)
    const found = await editions.get(params.bookId, params.edition)
    if (!isPageOf(found, params.page)) throw new AppError('not-found', { key: 'reader.errors.pageNotFound' })
    return { access, edition: found, isPublic: isPublicPage(access, params.page) }
  }

  return async (app: FastifyInstance) => {
    app.get(readerPath(':bookId'), async (request, reply) => {
      const { bookId } = bookSchema.parse(request.params)
      return setPrivate(reply).send(await reader.manifest(request.headers.cookie, bookId))
    })

    app.get(pageImagePath(':bookId', ':edition', ':page', ':width'), async (request, reply) => {
      const params = imageSchema.parse(request.params)
      const { access, edition: found, isPublic } = await findPage(request, params)
      // The narrowest width is a thumbnail, which does not count as reading.
      if (params.width > pageWidths[0]) request.countedUse = { metric: 'reads', key: `${params.bookId}/${params.page}` }
      if (isPublic) {
        const tag = `"${found.name}-${params.page}-${params.width}"`
        if (hasTag(request, tag)) return setImmutable(reply, tag).code(304).send()
        const image = await pages.image(found, params.page, params.width)
        return setImmutable(reply, tag).type('image/webp').send(image)
      }
      // Only a buyer may get such a page, and never without a watermark; this check also guards future changes above.
      if (access.kind !== 'owned') throw new AppError('payment-required', { key: 'reader.errors.purchaseToRead' })
      const image = await watermarkedPage(found.name, params.page, params.width, access.watermark, () =>
        pages.image(found, params.page, params.width),
      )
      return setPrivate(reply).type('image/webp').send(image)
    })

    app.get(pageTextPath(':bookId', ':edition', ':page'), async (request, reply) => {
      const params = textSchema.parse(request.params)
      const { edition: found, isPublic } = await findPage(request, params)
      const tag = `"${found.name}-${params.page}-${textForm}"`
      if (isPublic && hasTag(request, tag)) return setImmutable(reply, `W/${tag}`).code(304).send()
      const text = await pages.text(found, params.page)
      // Weak, because one tag stands for every encoding of the text.
      return (isPublic ? setImmutable(reply, `W/${tag}`) : setPrivate(reply)).send(text)
    })

    app.get(searchPath(':bookId'), async (request, reply) => {
      const { bookId } = bookSchema.parse(request.params)
      const { q } = querySchema.parse(request.query)
      const access = await checkAccess(request.headers.cookie, bookId, 1)
      return setPrivate(reply).send(await reader.search(await editions.current(bookId), access, q, request.ip))
    })
  }
}

/** Responses that depend on the visitor must not be stored by shared caches. */
function setPrivate(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'private, no-store').header('vary', 'Cookie')
}

/** The address contains the edition and the text format, so its content never changes. */
function setImmutable(reply: FastifyReply, tag: string): FastifyReply {
  return reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', tag)
}

function hasTag(request: FastifyRequest, tag: string): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags?.includes(tag) ?? false
}
