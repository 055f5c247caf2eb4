import type { ComponentProps, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ArtistCard } from '#features/artists/contract.ts'
import { en } from '#features/artists/messages/en.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import RosterPage from './roster-page.tsx'
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
  expect(html).toMatch(/<a [^>]*href="\/newsletter"[^>]*>Read the newsletter/)
  expect(html).not.toContain('Meet The Artists')
  expect(html).not.toContain('AI-generated')
})

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
