import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createImageCache, type CachedImage } from '#platform/figures/image-cache.ts'
import {
  type ArtworkFormat,
  artworkFile,
  artworkKey,
  artworkVersion,
  createArtworkRenderer,
  encodeArtwork,
  smallestDrawn,
} from '#platform/figures/render-artwork.ts'
import { renderFigure } from '#platform/figures/render-figure.ts'
import { renderShareImage, shareImageVersion, type ShareFormat } from '#platform/figures/render-share-image.ts'
import { isUnchanged } from '#platform/requested-range.ts'
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

const immutable = 'public, max-age=31536000, immutable'
/** For addresses that name no version of the picture. */
const forADay = 'public, max-age=86400, stale-while-revalidate=604800'
/** For another key than the current one: another process may have served the page before it heard of an edit. */
const forAMinute = 'public, max-age=60'

/**
 * Routes `GET /figures/{slug}.{variant}.{width}.{key}` and `GET /share/{kind}/{slug}.{jpg|png}` for images generated
 * from slugs. Artwork is served as AVIF to browsers that accept it, otherwise as WebP.
 * `GET /figures/v2/{slug}.{variant}.{width}.webp` is the address of an earlier version, which other sites may link to.
 */
export function figureRoutes({ isKnown, directionOf, describe, siteName, cacheDir, builtDir }: Options) {
  const images = createImageCache({ dir: cacheDir })
  // Apart, because an image that waits for the drawing it is encoded from would hold the turn of that one.
  const drawnImages = createImageCache({ dir: cacheDir, builtDir })
  const renderArtwork = createArtworkRenderer()
  const loadDrawn = (image: FigureImage, direction: ArtDirection) =>
    drawnImages(artworkFile(image, direction), () => renderArtwork(image, direction))
  const loadArtwork = (image: FigureImage, direction: ArtDirection, format: ArtworkFormat) =>
    images(`${artworkFile(image, direction)}.${format}`, async () => {
      const drawn = { ...image, width: image.width < smallestDrawn ? smallestDrawn : image.width }
      return encodeArtwork((await loadDrawn(drawn, direction)).body, image, format)
    })

  const sendFigure = async (request: FastifyRequest, reply: FastifyReply, figure: FigureImage & { key?: string }) => {
    if (!(await isKnown(figure.slug))) throw new AppError('not-found', { key: 'site.errors.artwork' })
    const direction = directionOf?.(figure.slug)
    const currentKey = direction ? artworkKey(direction) : figureVersion
    const caching = figure.key === undefined ? forADay : figure.key === currentKey ? immutable : forAMinute
    if (!direction) {
      const { slug, variant, width } = figure
      const image = await images(`${figureVersion}.${slug}.${variant}.${width}.webp`, () => renderFigure(figure))
      return send(request, reply, image, 'image/webp', caching)
    }
    const format = acceptsAvif(request.headers.accept) ? 'avif' : 'webp'
    reply.header('vary', 'Accept')
    return send(request, reply, await loadArtwork(figure, direction, format), `image/${format}`, caching)
  }

  const shareArtwork = async (slug: string, direction: ArtDirection) => ({
    image: (await loadDrawn({ slug, variant: 'square', width: smallestDrawn }, direction)).body,
    ground: direction.ground,
    ink: direction.ink,
  })
  return async function routes(app: FastifyInstance) {
    app.get<{ Params: { name: string } }>('/figures/:name', { config: { isPublic: true } }, (request, reply) => {
      const figure = findFigureImage(request.params.name)
      if (!figure) throw new AppError('not-found', { key: 'site.errors.artwork' })
      return sendFigure(request, reply, figure)
    })

    app.get<{ Params: { name: string } }>('/figures/v2/:name', { config: { isPublic: true } }, (request, reply) => {
      const { key, ...figure } = findFigureImage(request.params.name) ?? { key: undefined }
      if (key !== 'webp' || !('slug' in figure)) throw new AppError('not-found', { key: 'site.errors.artwork' })
      return sendFigure(request, reply, figure)
    })

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

/** Browsers name the format; tools that accept any image get the older one. */
function acceptsAvif(accept = ''): boolean {
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === 'image/avif' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: CachedImage,
  type: string,
  caching: string,
) {
  reply.header('cache-control', caching).header('etag', etag)
  if (isUnchanged(request, etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}
