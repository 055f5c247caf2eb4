import { AppError } from '#shared/errors.ts'
import { defaultLocale, type Locale, localePath, locales, splitLocale } from '#shared/locales.ts'
import type { ServerTexts } from '#shared/messages.ts'
import { type ArtistsService, findPublishedTrack, trackKeyOf } from '#features/artists/contract.ts'
import { embedCode, embedSize, radioEmbedPath, trackEmbedPath } from '#features/embeds/contract.ts'
import { stationPagePath } from '#features/radio/contract.ts'
import { escaped } from './embed-document.ts'

/** Response of the oEmbed endpoint. @see https://oembed.com/#section2.3 */
type Oembed = {
  version: '1.0'
  type: 'rich'
  provider_name: string
  provider_url: string
  title: string
  author_name: string
  author_url: string
  cache_age: number
  thumbnail_url: string
  thumbnail_width: number
  thumbnail_height: number
  html: string
  width: number
  height: number
}

type OembedDeps = {
  artists: Pick<ArtistsService, 'find'>
  siteName: string
  stationName: () => string
  texts: Pick<ServerTexts, 'content' | 'translator'>
  origin: string
}

/** Limits of a consumer in CSS pixels. */
type OembedLimits = { maxWidth?: number | undefined; maxHeight?: number | undefined }

/**
 * Returns the player for a page of this site, in any language: an artist with a track, one track of an artist, or the
 * radio. Addresses of the players themselves are accepted too.
 *
 * @throws AppError `not-found` when the page has no player.
 */
export function findOembed(
  address: string,
  limits: OembedLimits,
  { artists, siteName, stationName, texts, origin }: OembedDeps,
): Oembed {
  const subject = subjectOf(address, origin)
  const original = subject?.slug === undefined ? undefined : artists.find(subject.slug)
  const locale = subject?.locale ?? defaultLocale
  const artist = original && texts.content(locale, original)
  const track = artist && findPublishedTrack(artist, subject?.key)
  const isRadio = subject !== undefined && subject.slug === undefined
  if (!isRadio && !(artist && track)) throw new AppError('not-found', { key: 'embeds.errors.noEmbed' })
  const width = Math.min(embedSize.width, limits.maxWidth ?? Infinity)
  const height = Math.min(embedSize.height, limits.maxHeight ?? Infinity)
  const page = localePath(locale, artist ? `/artist/${artist.slug}` : stationPagePath)
  const title =
    artist && track
      ? texts.translator(locale)('embeds.player.by', { title: track.title, artist: artist.name })
      : stationName()
  const src = `${origin}${artist ? trackEmbedPath(artist.slug, subject?.key) : radioEmbedPath}${locale === defaultLocale ? '' : `?lang=${locale}`}`
  return {
    version: '1.0',
    type: 'rich',
    provider_name: siteName,
    provider_url: `${origin}/`,
    title,
    author_name: artist?.name ?? stationName(),
    author_url: origin + page,
    cache_age: 3600,
    thumbnail_url: artist ? `${origin}/share/artist/${artist.slug}.png` : `${origin}/share/page/radio.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
    html: embedCode({ src, title, width, height }),
    width,
    height,
  }
}

/** Addresses of pages with a player are never longer. */
const maxAddressLength = 2_000

/**
 * Subject of an address of this site: an artist by slug, optionally with the key of a track; the radio without a slug.
 */
type Subject = { slug?: string; key?: string; locale: Locale }

function subjectOf(address: string, origin: string): Subject | undefined {
  if (address.length > maxAddressLength || !URL.canParse(address) || new URL(address).origin !== new URL(origin).origin)
    return undefined
  const { pathname, searchParams, hash } = new URL(address)
  const { locale: ofPath, path } = splitLocale(pathname.replace(/(?<!\/)\/+$/, ''))
  const wanted = ofPath === defaultLocale ? searchParams.get('lang') : ofPath
  const locale = locales.find((known) => known === wanted) ?? defaultLocale
  if (path === stationPagePath || path === radioEmbedPath) return { locale }
  const [, ofPage] = /^\/artist\/([a-z0-9-]{1,80})$/.exec(path) ?? []
  const [, ofPlayer, ofTrack] = /^\/embed\/track\/([a-z0-9-]{1,80})(?:\/([a-z0-9-]{1,80}))?$/.exec(path) ?? []
  const slug = ofPage ?? ofPlayer
  const key = ofPage ? trackKeyOf(hash) : ofTrack
  return slug === undefined ? undefined : { slug, locale, ...(key === undefined ? {} : { key }) }
}

/** Returns an oEmbed response as XML. */
export function oembedXml(reply: Oembed): string {
  const fields = Object.entries(reply).map(([name, value]) => `  <${name}>${escaped(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join('\n')}\n</oembed>\n`
}
