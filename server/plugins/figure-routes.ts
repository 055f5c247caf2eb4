import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createImageCache, type CachedImage } from '#platform/figures/image-cache.ts'
import {
  artworkFile,
  artworkVersion,
  createArtworkRenderer,
  shrinkArtwork,
  smallestDrawn,
} from '#platform/figures/render-artwork.ts'
import { renderFigure } from '#platform/figures/render-figure.ts'
import { renderShareImage, shareImageVersion, type ShareFormat } from '#platform/figures/render-share-image.ts'
import type { ArtDirection } from '#shared/art-direction.ts'
import { type FigureImage, figureVersion, findFigureImage } from '#shared/chladni-address.ts'
import { AppError } from '#shared/errors.ts'
import type { ShareText } from '#shared/page-handle.ts'

type Options = {
  /** Returns whether the site uses artwork for this slug; other slugs are 404. */
  isKnown: (slug: string) => Promise<boolean>
  /** Returns the art direction of a slug; without one its artwork is sand. */
  directionOf?: (slug: string) => ArtDirection | undefined
  /** Returns the text of the share image of a page. */
  describe: (kind: string, slug: string) => Promise<ShareText | undefined>
  siteName: () => string
  /** Folder for rendered images; safe to delete at any time. */
  cacheDir: string
  /** Folder with the artwork that the build has drawn. */
  builtDir?: string | undefined
}

const shareTypes: Record<string, { format: ShareFormat; type: string }> = {
  jpg: { format: 'jpeg', type: 'image/jpeg' },
  png: { format: 'png', type: 'image/png' },
}

/**
 * Routes `GET /figures/v2/{slug}.{variant}.{width}.webp` and `GET /share/{kind}/{slug}.{jpg|png}` for images generated
 * from slugs.
 */
export function figureRoutes({ isKnown, directionOf, describe, siteName, cacheDir, builtDir }: Options) {
  const images = createImageCache({ dir: cacheDir })
  // Apart, because an image that waits for the one it is scaled down from would hold the turn of that one.
  const drawnImages = createImageCache({ dir: cacheDir, builtDir })
  const renderArtwork = createArtworkRenderer()
  const loadDrawn = (image: FigureImage, direction: ArtDirection) =>
    drawnImages(artworkFile(image, direction), () => renderArtwork(image, direction))
  const loadArtwork = (image: FigureImage, direction: ArtDirection) =>
    image.width >= smallestDrawn
      ? loadDrawn(image, direction)
      : images(artworkFile(image, direction), async () =>
          shrinkArtwork((await loadDrawn({ ...image, width: smallestDrawn }, direction)).body, image),
        )

  const shareArtwork = async (slug: string, direction: ArtDirection) => ({
    image: (await loadDrawn({ slug, variant: 'square', width: smallestDrawn }, direction)).body,
    ground: direction.ground,
    ink: direction.ink,
  })
  return async function routes(app: FastifyInstance) {
    app.get<{ Params: { name: string } }>(
      `/figures/${figureVersion}/:name`,
      { config: { isPublic: true } },
      async (request, reply) => {
        const asked = findFigureImage(request.params.name)
        if (!asked || !(await isKnown(asked.slug))) throw new AppError('not-found', { key: 'site.errors.artwork' })
        const direction = directionOf?.(asked.slug)
        if (direction) {
          const image = await loadArtwork(asked, direction)
          // The owner can change the direction, so browsers ask again after a day.
          return send(request, reply, image, 'image/webp', 'public, max-age=86400, stale-while-revalidate=604800')
        }
        const image = await images(`${figureVersion}.${request.params.name}`, () => renderFigure(asked))
        return send(request, reply, image, 'image/webp', 'public, max-age=31536000, immutable')
      },
    )

    app.get<{ Params: { kind: string; name: string } }>(
      '/share/:kind/:name',
      { config: { isPublic: true } },
      async (request, reply) => {
        const { kind, name } = request.params
        const [, slug, extension] = /^([a-z0-9-]+)\.(jpg|png)$/.exec(name) ?? []
        const described = slug && (await describe(kind, slug))
        const words = described && { ...described, siteName: siteName() }
        const share = extension && shareTypes[extension]
        if (!words || !share) throw new AppError('not-found', { key: 'site.errors.image' })
        // The text may be edited, so it is part of the cache key, and browsers revalidate after a day.
        const direction = directionOf?.(slug)
        const stamp = createHash('sha256')
          .update(JSON.stringify([words, direction && artworkVersion, direction]))
          .digest('hex')
          .slice(0, 12)
        const image = await images(
          `${figureVersion}${shareImageVersion}.${kind}.${slug}.${stamp}.${extension}`,
          async () => renderShareImage(slug, words, share.format, direction && (await shareArtwork(slug, direction))),
        )
        return send(request, reply, image, share.type, 'public, max-age=86400')
      },
    )
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: CachedImage,
  type: string,
  caching: string,
) {
  reply.header('cache-control', caching).header('etag', etag)
  const etags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (etags?.includes(etag) || etags?.includes('*')) return reply.code(304).send()
  return reply.type(type).send(body)
}
