import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { PageTexts, SiteMessages } from '#shared/messages.ts'
import { type Services, servicesContext } from '#shared/services.ts'
import type { ArtistCard } from '#features/artists/contract.ts'
import { en } from '#features/artists/messages/en.ts'
import { inEnglish, named } from '#tests/support/in-english.tsx'
import RosterPage, { loader } from './roster-page.tsx'
import { RosterSection } from './roster-section.tsx'

const talks = 'Answers your questions aloud'

test('only the artist with the voice persona is described as answering by voice', () => {
  const artists = [artist('a-swade'), artist('b-swade')]
  expect(roster(artists, 'b-swade').split(talks)).toHaveLength(2)
  expect(roster(artists, 'b-swade').split(talks)[0]).toContain('/artist/b-swade')
  expect(roster(artists)).not.toContain(talks)
})

test('the landing page says which artist answers by voice', () => {
  const [before = '', ...after] = render(
    <RosterSection side="B4" artists={[artist('a-swade'), artist('b-swade')]} persona="b-swade" />,
  ).split(talks)
  expect(after).toHaveLength(1)
  expect(before).toContain('/artist/b-swade')
})

test('a roster without artists says so and links to the newsletter', () => {
  const html = roster([])
  expect(html).toContain('No artists yet')
  expect(html).toMatch(/<a [^>]*href="\/newsletter"[^>]*>Go to the newsletter/)
  expect(html).not.toContain('Meet The Artists')
  expect(html).not.toContain('AI-generated')
})

test('the roster explains generated artwork only as far as it shows some', () => {
  const [drawn, photographed] = [artist('a-swade'), { ...artist('b-swade'), image: 'https://b.example/b.jpg' }]
  expect(roster([drawn])).toContain('Each artwork shows the pattern')
  expect(roster([drawn, photographed])).toContain('Each generated artwork shows the pattern')
  expect(roster([photographed])).not.toContain('shows the pattern')
})

test('the description of the roster calls the artists AI-generated only if all of them are', () => {
  const artists = [artist('a-swade'), { ...artist('b-swade'), aiGenerated: false }]
  expect(description(artists.slice(0, 1))).toMatch(/^Meet the AI-generated artist of .* how the voice was made\.$/)
  expect(description(artists)).toMatch(/^Meet the 2 artists of .* how each voice was made\.$/)
  expect(description([])).not.toMatch(/Meet|0/)
})

function description(list: ArtistCard[]): string {
  const messages = named({ artists: en }) as unknown as SiteMessages
  const texts: PageTexts = {
    pick: () => ({}),
    content: (_locale, data) => data,
    translator: (locale) => createTranslator<SiteMessages>({ locale, messages }),
  }
  const context = new RouterContextProvider()
  const artists = { list: () => list, find: () => undefined } as Partial<Services['artists']>
  context.set(servicesContext, { texts, artists } as unknown as Services)
  return loader({ context } as unknown as Parameters<typeof loader>[0]).head.description
}

function artist(slug: string): ArtistCard {
  return { slug, name: slug, genres: ['Ambient'], tagline: 'Slow.', image: '', aiGenerated: true }
}

function roster(artists: ArtistCard[], persona?: string): string {
  const props = { loaderData: { artists, persona } } as unknown as ComponentProps<typeof RosterPage>
  return render(<RosterPage {...props} />)
}

function render(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToString(inEnglish(<RouterProvider router={router} />, { artists: en }))
}
