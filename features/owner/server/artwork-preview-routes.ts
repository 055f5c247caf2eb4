import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sourceOf } from '#platform/admin/own-origins.ts'
import { createArtworkDrawer, storeArtwork } from '#platform/figures/render-artwork.ts'
import { artDirectionSchema } from '#shared/art-direction-schema.ts'
import { deriveArtDirection } from '#shared/art-direction.ts'
import { slugSchema } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { isCrossSiteRequest } from '#shared/request-origin.ts'

const defaultQuerySchema = z.strictObject({ slug: slugSchema, of: z.enum(['artist', 'book']) })
const ownQuerySchema = z.object({ slug: slugSchema })

/** Width of previews in pixels, for 160 on dense screens. */
const width = 320

/**
 * Creates `GET /api/owner/artwork-preview`, which draws an art direction that is not saved: `slug` with the five parts
 * of a direction, or with `of` for the default direction of an artist or a book. Requests from other sites are
 * rejected, because each image is drawn on request.
 */
export function artworkPreviewRoutes() {
  const draw = createArtworkDrawer()
  return async function routes(app: FastifyInstance) {
    app.get<{ Querystring: Record<string, unknown> }>(
      '/api/owner/artwork-preview',
      { exposeHeadRoute: false },
      async (request, reply) => {
        if (isCrossSiteRequest(sourceOf(request)))
          throw new AppError('forbidden', 'This request was not sent from this site.')
        const { slug, direction } = readQuery(request.query)
        const image = await storeArtwork(await draw({ slug, variant: 'square', width, direction }))
        return reply.header('cache-control', 'private, max-age=3600').type('image/webp').send(image)
      },
    )
  }
}

function readQuery(query: Record<string, unknown>) {
  if ('of' in query) {
    const { slug, of } = defaultQuerySchema.parse(query)
    return { slug, direction: of === 'book' ? deriveArtDirection(slug, 'engraving') : deriveArtDirection(slug) }
  }
  const { slug, ...parts } = query
  return { ...ownQuerySchema.parse({ slug }), direction: artDirectionSchema.parse(parts) }
}
