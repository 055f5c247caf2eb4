import type { Services } from '#shared/services.ts'

type Catalogue = Pick<Services, 'artists' | 'books' | 'platforms' | 'journey' | 'market' | 'tokens' | 'letterArchive'>

/** Pages that have a figure and a picture for sharing of their own: figure → title and kicker. */
const pages: Record<string, { title: string; kicker: string }> = {
  home: { title: 'Forty years of sound. Eighteen places to play it.', kicker: 'Swade' },
  roster: { title: 'The Swade Fam', kicker: 'Artists' },
  books: { title: 'Books Library', kicker: 'Books' },
  journey: { title: 'The journey', kicker: '1983–present' },
  tokens: { title: 'SWADEZ and SWADEX', kicker: 'Tokens' },
  market: { title: 'The market', kicker: 'Collections' },
  newsletter: { title: 'The Friday letter', kicker: 'Weekly' },
  submit: { title: 'Submit your music', kicker: 'Swade Radio' },
  terms: { title: 'Terms of sale', kicker: 'Books' },
  privacy: { title: 'Privacy', kicker: 'One cookie, no trackers' },
  imprint: { title: 'Imprint', kicker: 'Who stands behind this site' },
  withdraw: { title: 'Withdraw from contract', kicker: '14 days, no reason needed' },
}

/** Figures that stand on pages without a picture for sharing. */
const places = new Set([
  'not-found',
  'error',
  'artist-not-found',
  'book-not-found',
  'platform-not-found',
  'newsletter-not-found',
  'newsletter-admin',
  'virtual-world',
  'admin',
  'swade',
])

/** Whether the site shows a figure of this name; others are not drawn, so nobody can make us draw for ever. */
export function isFigure(catalogue: Catalogue, slug: string): boolean {
  return (
    Object.hasOwn(pages, slug) ||
    places.has(slug) ||
    catalogue.artists.find(slug) !== undefined ||
    catalogue.books.find(slug) !== undefined ||
    catalogue.books.findUnlisted(slug) !== undefined ||
    catalogue.platforms.find(slug) !== undefined ||
    catalogue.letterArchive.find(slug) !== undefined ||
    catalogue.journey.milestones().some(({ id }) => id === slug) ||
    catalogue.journey.eras().some(({ period }) => `era-${period}` === slug) ||
    catalogue.market.list().some((collection) => collection.slug === slug) ||
    catalogue.tokens.list().some(({ symbol }) => symbol.toLowerCase() === slug)
  )
}

/** The words on a picture for sharing, or undefined when there is none for this name. */
export function describeShareImage(catalogue: Catalogue, kind: string, slug: string): { title: string; kicker: string } | undefined {
  if (kind === 'page') return Object.hasOwn(pages, slug) ? pages[slug] : undefined
  if (kind === 'artist') {
    const artist = catalogue.artists.find(slug)
    return artist && { title: artist.name, kicker: artist.genres.join(' / ') }
  }
  if (kind === 'book') {
    const book = catalogue.books.find(slug)
    return book && { title: book.title, kicker: book.subtitle }
  }
  if (kind === 'platform') {
    const platform = catalogue.platforms.find(slug)
    return platform && { title: platform.name, kicker: platform.category }
  }
  if (kind === 'letter') {
    const letter = catalogue.letterArchive.find(slug)
    return letter && { title: letter.title, kicker: letter.number > 0 ? `The Friday letter, no. ${letter.number}` : 'The Friday letter' }
  }
  return undefined
}
