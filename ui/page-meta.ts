import type { MetaDescriptor } from 'react-router'
import { defaultLocale, type Locale, localePath, locales } from '#shared/locales.ts'
import type { FrameData } from '#shared/site.ts'
import { cutText } from '#shared/cut-text.ts'
import { isBreadcrumbs } from './breadcrumbs.ts'

/** Metadata of a page for search engines and shared links. */
type PageDescription = {
  /** Path of the page, starting with `/`; the canonical address is the origin plus this. */
  path: string
  title: string
  /** At least 50 characters; longer than 160 is cut at the end of a sentence or word. */
  description: string
  /** Path of the 1200 × 630 image, `/share/…`. */
  image: string
  type?: 'website' | 'profile' | 'book' | 'article'
  /** Path of an MP3 file that represents the page. */
  audio?: string
  /** True if other sites can embed a player for this page by oEmbed. */
  hasEmbed?: boolean
  /** Feeds about the page; `href` is a path. */
  feeds?: readonly { title: string; href: string }[]
  /** schema.org blocks without `@context`; every address in them absolute. */
  jsonLd?: (origin: string, siteName: string) => object[]
}

/** The `matches` of React Router's `meta` function. */
export type PageMatches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Returns the data of the frame around a page; undefined if its loader failed. */
function frameOf(matches: PageMatches): FrameData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as FrameData | undefined
}

/**
 * Returns the title of a browser tab: that of the page and the name of the site, or the name alone for its home page.
 *
 * @param matches The `matches` of React Router's `meta` function, for the root loader's data.
 */
export function pageTitle(matches: PageMatches, title: string): string {
  return titleWithSite(title, frameOf(matches)?.name)
}

/** Returns a title with the name of the site; the title alone without one. */
export function titleWithSite(title: string, siteName: string | undefined): string {
  return [title, siteName].filter((part, index, all) => part && all.indexOf(part) === index).join(' · ')
}

/**
 * Returns the metadata of a page that search engines must not list.
 *
 * @param matches The `matches` of React Router's `meta` function, for the root loader's data.
 * @param title Without the name of the site.
 */
export const unlistedMeta = (matches: PageMatches, title: string): MetaDescriptor[] => [
  { title: pageTitle(matches, title) },
  { name: 'robots', content: 'noindex' },
]

/**
 * Returns the meta tags of a page.
 *
 * @param matches The `matches` of React Router's `meta` function, for the root loader's data.
 */
export function pageMeta(matches: PageMatches, page: PageDescription): MetaDescriptor[] {
  const site = frameOf(matches)
  const name = site?.name ?? ''
  const origin = site?.origin ?? ''
  const locale = site?.locale ?? defaultLocale
  const canonical = origin + localePath(locale, page.path)
  const image = origin + page.image
  const title = pageTitle(matches, page.title)
  const description = fitDescription(page.description)
  const home = site?.links.find(({ to }) => to === '/')?.label
  const blocks = page.jsonLd?.(origin, name).map((block) => translateBreadcrumbs(block, { origin, locale, home }))
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...(page.feeds ?? []).map(({ title: name, href }) => ({
      ...alternateLink('application/rss+xml', origin + href),
      title: name,
    })),
    ...(page.hasEmbed
      ? [
          {
            ...alternateLink('application/json+oembed', `${origin}/oembed?url=${encodeURIComponent(canonical)}`),
            title: page.title,
          },
        ]
      : []),
    ...locales.map((other) => alternate(other, origin + localePath(other, page.path))),
    alternate('x-default', origin + page.path),
    ...(name ? [{ property: 'og:site_name', content: name }] : []),
    { property: 'og:locale', content: ogLocales[locale] },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: canonical },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: page.title },
    ...(page.audio
      ? [
          { property: 'og:audio', content: origin + page.audio },
          { property: 'og:audio:type', content: 'audio/mpeg' },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(blocks ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': blocks } }] : []),
  ]
}

/** Returns breadcrumbs with the addresses of a language and its name for the home page; other blocks as they are. */
function translateBreadcrumbs(
  block: object,
  { origin, locale, home }: { origin: string; locale: Locale; home: string | undefined },
): object {
  if (locale === defaultLocale || !isBreadcrumbs(block)) return block
  const steps = block.itemListElement.map((step, index) => ({
    ...step,
    name: index === 0 && home ? home : step.name,
    item: origin + localePath(locale, step.item.slice(origin.length)),
  }))
  return { ...block, itemListElement: steps }
}

/** @see https://developers.google.com/search/docs/specialty/international/localized-versions */
const alternate = (hrefLang: string, href: string) => ({ tagName: 'link', rel: 'alternate', hrefLang, href })

const alternateLink = (type: string, href: string) => ({ tagName: 'link', rel: 'alternate', type, href })

/** @see https://ogp.me/#optional */
const ogLocales = { en: 'en_US', es: 'es_ES' } as const

const maxDescriptionLength = 160

/**
 * Cuts a description to the length search engines show: after a sentence if it is long enough, otherwise after a word.
 */
export function fitDescription(text: string): string {
  const cut = cutText(text, maxDescriptionLength)
  if (cut === text) return text
  const sentences = /^.{49,159}[.!?](?=\s)/u.exec(text)?.[0]
  return sentences ?? `${cut.replace(/[\s,;:.]+\S*$/, '')}…`
}
