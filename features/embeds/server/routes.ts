import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendWithEtag } from '#platform/send-with-etag.ts'
import type { FigureImage } from '#shared/chladni-address.ts'
import { AppError } from '#shared/errors.ts'
import { defaultLocale, type Locale, localePath, locales } from '#shared/locales.ts'
import type { ServerTexts } from '#shared/messages.ts'
import { type ArtistsService, artistTrackPath, findPublishedTrack, trackFragment } from '#features/artists/contract.ts'
import { oembedPath, radioEmbedPath, trackEmbedPath } from '#features/embeds/contract.ts'
import { type RadioService, stationPagePath } from '#features/radio/contract.ts'
import { embedHeaders, embedHtml, type EmbedDocument } from './embed-document.ts'
import { findOembed, oembedXml } from './oembed.ts'

type Options = {
  artists: Pick<ArtistsService, 'find'>
  radio: Pick<RadioService, 'listenUrl' | 'nowPlaying'>
  texts: Pick<ServerTexts, 'content' | 'translator'>
  origin: string
  figureAddress(image: FigureImage): string
  /** Returns the owner's image of the station. */
  stationImage(): string | undefined
  siteName: () => string
}

const languageSchema = z.enum(locales).catch(defaultLocale)
const sizeSchema = z.coerce.number().int().min(1).max(100_000).optional()

/** Time for which other sites may cache a player and its oEmbed document. */
const maxAgeSeconds = 3600

/** Routes of the players and of oEmbed. */
export function embedRoutes({ artists, radio, texts, origin, figureAddress, stationImage, siteName }: Options) {
  /** Origin of an external station; undefined for our own. */
  const foreignStation = () => {
    const station = new URL(radio.listenUrl()).origin
    return station === new URL(origin).origin ? undefined : station
  }

  return async function routes(app: FastifyInstance) {
    const embed = <Params>(path: string, describe: (locale: Locale, params: Params) => EmbedDocument) => {
      app.get<{ Params: object; Querystring: { lang?: unknown } }>(
        path,
        { config: { isPublic: true } },
        (request, reply) => {
          const html = embedHtml(describe(languageSchema.parse(request.query.lang), request.params as Params))
          const { 'content-type': type, ...headers } = embedHeaders(foreignStation())
          reply.removeHeader('x-frame-options').headers(headers)
          return sendWithEtag(request, reply, { body: html, type: type!, maxAgeSeconds })
        },
      )
    }

    const describeTrack = (locale: Locale, { slug, key }: { slug: string; key?: string }): EmbedDocument => {
      const found = artists.find(slug)
      const artist = found && texts.content(locale, found)
      const track = artist && findPublishedTrack(artist, key)
      if (!artist || !track) throw new AppError('not-found', { key: 'embeds.errors.noTrack' })
      const t = texts.translator(locale)
      const image = track.cover || artist.image
      return {
        locale,
        kind: 'track',
        name: t('embeds.player.by', { title: track.title, artist: artist.name }),
        title: track.title,
        subtitle: artist.name,
        page: origin + localePath(locale, `/artist/${slug}`) + (track.isFeatured ? '' : `#${trackFragment(track.key)}`),
        // Images on other hosts would reveal visitors of the embedding page to them.
        artwork: image.startsWith('/') ? image : figureAddress({ slug, variant: 'square', width: 320 }),
        audio: artistTrackPath(slug, key === undefined ? undefined : track.key),
        durationSeconds: track.durationSeconds,
        badge: artist.aiGenerated ? t('embeds.player.generated') : undefined,
        openLabel: t('embeds.player.onSwade'),
        texts: {
          play: t('embeds.player.play', { title: track.title }),
          stop: t('embeds.player.pause', { title: track.title }),
          ...commonTexts(t),
        },
      }
    }
    embed(trackEmbedPath(':slug'), describeTrack)
    embed(trackEmbedPath(':slug', ':key'), describeTrack)

    embed(radioEmbedPath, (locale) => {
      const t = texts.translator(locale)
      const station = radio.nowPlaying().station.name
      return {
        locale,
        kind: 'radio',
        name: station,
        title: station,
        subtitle: new URL(origin).host,
        page: origin + localePath(locale, stationPagePath),
        artwork: stationImage() ?? figureAddress({ slug: 'swade', variant: 'square', width: 320 }),
        // A path, so that it plays under every host name of this site.
        audio: foreignStation() ? radio.listenUrl() : new URL(radio.listenUrl()).pathname,
        durationSeconds: undefined,
        badge: t('embeds.player.live'),
        openLabel: t('embeds.player.onSwade'),
        texts: {
          play: t('embeds.player.playLive', { station }),
          stop: t('embeds.player.stopLive', { station }),
          ...commonTexts(t),
        },
      }
    })

    app.get<{ Querystring: Record<'url' | 'maxwidth' | 'maxheight' | 'format', unknown> }>(
      oembedPath,
      { config: { isPublic: true } },
      (request, reply) => {
        const { url, maxwidth, maxheight, format = 'json' } = request.query
        if (typeof url !== 'string' || url === '') throw new AppError('invalid-input', { key: 'embeds.errors.noUrl' })
        if (format !== 'json' && format !== 'xml')
          throw new AppError('invalid-input', { key: 'embeds.errors.badFormat' })
        const sizes = z.object({ maxWidth: sizeSchema, maxHeight: sizeSchema })
        const limits = sizes.safeParse({ maxWidth: maxwidth, maxHeight: maxheight })
        if (!limits.success) throw new AppError('invalid-input', { key: 'embeds.errors.badSize' })
        const found = findOembed(url, limits.data, {
          artists,
          texts,
          siteName: siteName(),
          stationName: () => radio.nowPlaying().station.name,
          origin,
        })
        return sendWithEtag(request, reply, {
          body: format === 'xml' ? oembedXml(found) : JSON.stringify(found),
          type: format === 'xml' ? 'text/xml; charset=utf-8' : 'application/json; charset=utf-8',
          maxAgeSeconds,
        })
      },
    )
  }
}

const commonTexts = (t: ReturnType<ServerTexts['translator']>) => ({
  loading: t('embeds.player.loading'),
  failed: t('embeds.player.failed'),
  offAir: t('embeds.player.offAir'),
  position: t('embeds.player.position'),
})
