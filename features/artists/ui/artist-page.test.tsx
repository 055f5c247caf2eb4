import type { ReactNode } from 'react'
import { createTranslator } from 'use-intl/core'
import { IntlProvider } from 'use-intl/react'
import { expect, test } from 'vitest'
import { deriveArtDirection } from '#shared/art-direction.ts'
import type { Artist } from '#features/artists/contract.ts'
import type { Collection } from '#features/market/contract.ts'
import { type Locale, localePath, localePrefix } from '#shared/locales.ts'
import type { PageTexts, SiteMessages } from '#shared/messages.ts'
import { es as site } from '#shared/messages/es.ts'
import { inEnglish, named } from '#tests/support/in-english.tsx'
import { en } from '#features/artists/messages/en.ts'
import { es } from '#features/artists/messages/es.ts'
import { contextWith, renderPage } from '#tests/support/render-page.tsx'
import * as page from './artist-page.tsx'

test('an unknown artist responds with 404 and a link back', async () => {
  const { status, html } = await open('/artist/nobody-swade')
  expect(status).toBe(404)
  expect(html).toContain('Artist Not Found')
  expect(html).toMatch(/<a [^>]*href="\/swade-fam"[^>]*>Back to Swade Fam/)
})

test('an artist without links has a message that says so', async () => {
  const { status, html } = await open('/artist/a-swade')
  expect(status).toBe(200)
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Coming Soon to Spotify<\/button>/)
  expect(html.match(/>Coming Soon</g)).toHaveLength(3)
  expect(html).not.toContain('Official Website')
  expect(html).toContain('AI-generated artist')
  expect(html).toContain('NFT collection coming soon')
  expect(html).toContain('A Swade has no NFT collection yet. The market lists the collections of other artists.')
  expect(html).toMatch(/<a [^>]*href="\/market"[^>]*>Explore Marketplace/)
  expect(html).not.toContain('Music Videos')
})

test('a featured track can be played through the proxy and without JavaScript', async () => {
  const { html } = await open('/artist/b-swade')
  expect(html).toContain('Featured Track')
  expect(html).toMatch(/<button[^>]*aria-label="Play Song"/)
  expect(html).toMatch(/<input[^>]*type="range"[^>]*aria-label="Position in Song"[^>]*aria-valuetext="0:00 of 1:05"/)
  expect(html).toMatch(
    /<noscript><audio[^>]*controls=""[^>]*src="\/api\/pdf\/audio-proxy\?url=%2Fmedia%2Fartists%2Fb-swade%2Fsong\.mp3"/,
  )
  expect((await open('/artist/a-swade')).html).not.toContain('Featured Track')
})

test('links that are set are real links', async () => {
  const { html } = await open('/artist/b-swade')
  expect(html).toMatch(/<a [^>]*href="https:\/\/open\.spotify\.com\/artist\/b"[^>]*>Listen on Spotify/)
  expect(html).toMatch(/<a [^>]*href="https:\/\/b\.example\/"[^>]*>Official Website/)
  expect(html).toMatch(/<a [^>]*href="\/market"[^>]*>View Collection/)
  expect(html.match(/>Coming Soon</g)).toHaveLength(2)
})

test('videos load nothing from other hosts before the visitor presses play, and work without JavaScript', async () => {
  const { html } = await open('/artist/b-swade')
  expect(html).toMatch(
    /<video[^>]*preload="none"[^>]*poster="\/media\/artists\/b-swade\/film\.webp"[^>]*src="\/media\/artists\/b-swade\/film\.webm"/,
  )
  expect(html).toContain('href="https://www.youtube.com/watch?v=abcdefghijk"')
  expect(html).toContain('src="/media/artists/b-swade/posters/abcdefghijk.webp"')
  expect(html).not.toMatch(/src="https?:|<iframe/)
})

test('a profile in Spanish has Spanish texts, head and links', async () => {
  const { html, head } = await open('/artist/b-swade', 'es')
  expect(html).toContain('Artista de IA')
  expect(html).toMatch(/<h2[^>]*>Biografía<\/h2>/)
  expect(html).toMatch(/>3 de 9 acuñados</)
  expect(html).toContain('aria-label="Film, de B Swade"')
  expect(html).toMatch(/<a [^>]*href="\/es\/market"[^>]*>Ver la colección/)
  expect(html).not.toMatch(/artists\.|Where to listen|View /)
  expect(head).toEqual({
    title: 'B Swade',
    description: 'B Swade, Dub, artista de IA de Swade Fam. A line.',
    feed: 'B Swade: lanzamientos',
  })
  expect((await open('/artist/nobody-swade', 'es')).html).toContain('Artista no encontrado')
})

test('a profile ends with the first five other artists', async () => {
  const { html } = await open('/artist/b-swade')
  const others = [...html.matchAll(/href="\/artist\/([a-z]-swade)"/g)].map((match) => match[1])
  expect(others).toEqual(['a-swade', 'c-swade', 'd-swade', 'e-swade', 'f-swade'])
  expect(html).toContain('View Full Roster')
})

const plain = {
  order: 1,
  genres: ['Dub'],
  tagline: 'A line.',
  description: 'Words.',
  aiGenerated: true,
  image: '',
  spotifyUrl: '',
  appleUrl: '',
  youtubeUrl: '',
  socialLinks: { instagram: '', twitter: '', tiktok: '', website: '' },
  videos: [],
  voicePersona: false,
}
const roster: Artist[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => ({
  ...plain,
  slug: `${letter}-swade`,
  name: `${letter.toUpperCase()} Swade`,
}))
roster[1] = {
  ...roster[1]!,
  spotifyUrl: 'https://open.spotify.com/artist/b',
  socialLinks: { ...plain.socialLinks, website: 'https://b.example/' },
  featuredTrack: { title: 'Song', file: 'song.mp3', durationSeconds: 65 },
  videos: [
    { title: 'Film', file: 'film.webm', poster: 'film.webp' },
    { title: 'Clip', youtubeId: 'abcdefghijk' },
  ],
}
const collection: Collection = {
  slug: 'b-plates',
  name: 'B Plates',
  description: 'Plates.',
  artistSlug: 'b-swade',
  minted: 3,
  supply: 9,
  status: 'active',
  url: '',
}

const texts: PageTexts = {
  pick: () => ({}),
  content: (_locale, data) => data,
  translator: (locale) =>
    createTranslator<SiteMessages>({
      locale,
      messages: named({ artists: { en, es }[locale] }) as unknown as SiteMessages,
    }),
}

async function open(path: string, locale: Locale = 'en'): Promise<{ status: number; html: string; head: unknown }> {
  const context = contextWith(
    {
      texts,
      artists: {
        list: () => roster,
        find: (slug: string) => roster.find((artist) => artist.slug === slug),
        artworkOf: (slug: string) => deriveArtDirection(slug),
        pathOf: () => undefined,
      },
      market: {
        list: () => [collection],
        totals: () => ({ activeCollections: 1, minted: 3 }),
        ofArtist: (slug: string) => (slug === collection.artistSlug ? [collection] : []),
      },
    },
    locale,
  )
  const wrap = (content: ReactNode) =>
    locale === 'en' ? (
      inEnglish(content, { artists: en })
    ) : (
      <IntlProvider locale={locale} messages={{ site, artists: es } as unknown as SiteMessages} timeZone="UTC">
        {content}
      </IntlProvider>
    )
  const { status, html, loaderData } = await renderPage('/artist/:slug', page, {
    at: localePath(locale, path),
    context,
    basename: localePrefix(locale) || '/',
    wrap,
  })
  return { status, html, head: (loaderData as { head?: unknown }).head }
}
