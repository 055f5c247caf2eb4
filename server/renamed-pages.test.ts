import { expect, test } from 'vitest'
import type { Services } from '#shared/services.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { readPages } from './site-pages.ts'

const books = [
  { id: 'lodz', title: 'Łódź' },
  { id: 'strasse-aero', title: 'Straße & Ærø' },
  { id: 'stra-e', title: 'An old address that stays' },
]
const artists = [{ slug: 'lodz-swade', name: 'Łódź Swade' }]
const letters = [{ slug: 'grosse', title: 'Größe' }]
const rooms = {
  books: {
    list: () => books,
    find: (id: string) => books.find((book) => book.id === id),
    findUnlisted: (id: string) => (id === 'odz' ? { id } : undefined),
  },
  artists: { list: () => artists, find: (slug: string) => artists.find((artist) => artist.slug === slug) },
  issueArchive: { list: () => letters, find: (slug: string) => letters.find((letter) => letter.slug === slug) },
} as unknown as Services

const pages = readPages(await loadPageHandles(), rooms)
const moved = (path: string) => pages.redirectOf(new URL(path, 'https://swade.example'))

test('an address with missing letters redirects to the current book, its pages, the artist or the issue', () => {
  expect(moved('/book/stra-e-r')).toBe('/book/strasse-aero')
  expect(moved('/book/stra-e-r/read?page=2')).toBe('/book/strasse-aero/read?page=2')
  expect(moved('/book/stra-e-r/words')).toBe('/book/strasse-aero/words')
  expect(moved('/artist/odz-swade')).toBe('/artist/lodz-swade')
  expect(moved('/newsletter/gro-e')).toBe('/newsletter/grosse')
})

test('addresses in use and addresses that never existed are not redirected', () => {
  // The second was unpublished, but buyers can still open it.
  for (const path of [
    '/book/stra-e',
    '/book/odz',
    '/book/lodz',
    '/book/nothing',
    '/artist/stra-e-r',
    '/artist/odz-swade/read',
    '/books',
    '/',
  ])
    expect(moved(path), path).toBeUndefined()
  for (const path of ['/constructor/odz', '/book/__proto__', '/book/stra-e-r.data', '/newsletter/unsubscribe/gro-e'])
    expect(moved(path), path).toBeUndefined()
})
