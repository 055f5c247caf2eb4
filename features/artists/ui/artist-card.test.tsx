import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ArtistCard as Card } from '#features/artists/contract.ts'
import { en } from '#features/artists/messages/en.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { ArtistCard } from './artist-card.tsx'

const artist: Card = {
  slug: 'a-swade',
  name: 'A Swade',
  genres: ['Ambient'],
  tagline: 'Slow.',
  image: '',
  aiGenerated: true,
}

test('the card of the artist with a voice persona says that it answers aloud, others do not', () => {
  expect(card({ talks: true })).toContain('Answers your questions aloud')
  expect(card({ talks: false })).not.toContain('Answers your questions aloud')
  expect(card({})).not.toContain('Answers your questions aloud')
})

function card(props: { talks?: boolean }): string {
  const router = createMemoryRouter([{ path: '/', element: <ArtistCard artist={artist} {...props} /> }])
  return renderToString(inEnglish(<RouterProvider router={router} />, { artists: en }))
}
