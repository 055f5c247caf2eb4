import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Book } from '#features/books/contract.ts'
import { consentText } from '#features/checkout/constants.ts'
import { loadBooks } from '#features/books/server/catalogue.ts'
import type { Locale } from '#shared/locales.ts'
import { es as booksInSpanish } from '#features/books/messages/es.ts'
import { es as readerInSpanish } from '#features/reader/messages/es.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en as books } from '#features/books/messages/en.ts'
import { en as checkout } from '#features/checkout/messages/en.ts'
import { es as checkoutInSpanish } from '#features/checkout/messages/es.ts'
import { en as reader } from '#features/reader/messages/en.ts'
import { contextWith, renderPage } from '#tests/support/render-page.tsx'
import * as page from './book-page.tsx'

test('an unknown book responds with 404 and a link back', async () => {
  const { status, html } = await open('/book/nothing')
  expect(status).toBe(404)
  expect(html).toContain('Book Not Found')
  expect(html).toMatch(/<a [^>]*href="\/books"[^>]*>Back to Books Library/)
})

test('the free book can be downloaded in full', async () => {
  const { status, html } = await open('/book/free-book')
  expect(status).toBe(200)
  expect(html).toContain('FREE')
  expect(html).toContain('Free Full Access')
  expect(html).toMatch(/<a [^>]*href="\/media\/books\/free-book\.pdf"[^>]*>.*?Download Full PDF/)
})

test('a paid book shows its price and offers no download', async () => {
  const { html } = await open('/book/paid-book')
  expect(html).toContain('$9.99')
  expect(html).not.toContain('.pdf')
  expect(html).not.toContain('Free Full Access')
  expect(html).toMatch(/<a [^>]*href="\/book\/paid-book\/read"[^>]*>.*?Read Preview/)
})

test('a paid book has two payment methods, with none preselected and no consent prechecked', async () => {
  const { html } = await open('/book/paid-book')
  expect(html).toMatch(/<a [^>]*href="\/book\/paid-book#payment"[^>]*>Buy Now/)
  expect(html).toContain('id="payment"')
  expect(html.match(/type="radio"/g)).toHaveLength(2)
  expect(html).toContain('Credit/Debit Card')
  expect(html).toContain('Cash App')
  expect(html).toContain(consentText)
  expect(html).not.toMatch(/checked=""/)
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Proceed to Payment/)
  expect(html).toContain('Total price incl. VAT')
  expect((await open('/book/free-book')).html).not.toContain('id="payment"')
})

test('the page contains nothing about the visitor and is the same for everybody', async () => {
  const { html } = await open('/book/paid-book')
  expect(html).not.toContain('You own this book')
  expect(html).not.toContain('Continue reading')
  expect(html).not.toContain('Payment Successful')
})

test('the audiobook shows its number of chapters, and which have no audio yet', async () => {
  const { html } = await open('/book/free-book')
  expect(html.replaceAll('<!-- -->', '')).toContain('>2 Chapters<')
  expect(html).toContain('>1:05<')
  expect(html).toContain('Audio coming soon')
  expect(html).toMatch(/<li[^>]*aria-current="true"[^>]*>.*?Audiobook Edition.*?1\. One/)
  expect(html).toMatch(/<audio[^>]*src="\/api\/pdf\/audio-proxy\?url=%2Fmedia%2Fbooks%2Ffree-book%2F01\.mp3"/)
  expect(html).not.toContain('Play 2. Two')
  expect((await open('/book/paid-book')).html).not.toContain('Audiobook')
})

test.each(['paid', 'free'])('a %s draft without a PDF names no pages', async (kind) => {
  const textOf = async (id: string) =>
    (await open(`/book/${id}`)).html
      .replaceAll('<!-- -->', '')
      .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<[^>]+>/g, '|')
  const draft = await textOf(`${kind}-draft`)
  expect(draft).not.toMatch(/\b0 pages|\|Pages\||free to read|All 0/)
  expect(await textOf(`${kind}-book`)).toMatch(/\b16 pages/)
})

test("a cover is the owner's image, or artwork with title and subtitle", async () => {
  expect((await open('/book/paid-book')).html).toContain('src="https://img.example/cover.jpg"')
  const { html } = await open('/book/free-book')
  expect(html).toMatch(/src="\/figures\/[^"]*free-book/)
  expect(html.match(/A subtitle/g)!.length).toBeGreaterThan(1)
})

test('a Spanish page describes the book in Spanish and says that it is in English; its excerpt stays', async () => {
  const real = loadBooks('content').list()
  const shown = await Promise.all(
    real.map(async ({ id }) => {
      const { data } = await load(id, 'es')
      return data as unknown as { book: Book; head: { title: string; description: string } }
    }),
  )
  for (const { book, head } of shown) {
    const original = loadBooks('content').find(book.id)!
    expect(book.subtitle, book.id).not.toBe(original.subtitle)
    expect(book.description, book.id).toMatch(/ (que|para|una) /)
    expect([book.title, book.excerpt, book.contents]).toEqual([original.title, original.excerpt, original.contents])
    expect(head.description).toMatch(/ Un libro de Swade en inglés, \d+ páginas/)
  }
  const preview = inSpanish.content('es', loadBooks('content').audiobookPreview())
  expect([preview?.subtitle, preview?.description].join(' ')).toMatch(/^Termina el disco.* Un generador te da/)
  const { data, init } = await load('nobody', 'es')
  expect([init?.status, (data as { head: { title: string } }).head.title]).toEqual([404, 'Libro no encontrado'])
})

const inSpanish = joinCatalogues({
  features: [
    { name: 'books', messages: { en: books, es: booksInSpanish } },
    { name: 'checkout', messages: { en: checkout, es: checkoutInSpanish } },
    { name: 'reader', messages: { en: reader, es: readerInSpanish } },
  ],
  contentDir: 'content',
})

async function load(bookId: string, locale: Locale) {
  const context = contextWith(
    {
      books: loadBooks('content'),
      findBookFeed: () => undefined,
      texts: inSpanish,
    },
    locale,
  )
  const request = new Request(`https://swade.example/es/book/${bookId}`)
  return page.loader({ params: { bookId }, request, context } as never)
}

const plain = {
  order: 1,
  title: 'A Book',
  subtitle: 'A subtitle',
  description: 'Words.',
  author: 'Swade',
  category: 'Music' as const,
  pages: 16,
  published: '2026-11-20',
  coverImage: '',
  excerpt: 'It begins.',
  contents: ['One', 'Two'],
  audioChapters: [],
  status: 'published' as const,
  previewPages: 5,
  coverAlt: '',
}
const shelf: Book[] = [
  {
    ...plain,
    id: 'free-book',
    priceCents: 0,
    isFree: true,
    narration: { readBy: 'Synthetic voice', quality: 'MP3, mono' },
    audioChapters: [
      { title: '1. One', file: '01.mp3', durationSeconds: 65 },
      { title: '2. Two', file: '' },
    ],
  },
  { ...plain, id: 'free-draft', priceCents: 0, isFree: true, pages: 0 },
  { ...plain, id: 'paid-draft', priceCents: 999, isFree: false, pages: 0 },
  { ...plain, id: 'paid-book', priceCents: 999, isFree: false, coverImage: 'https://img.example/cover.jpg' },
]

async function open(path: string): Promise<{ status: number; html: string }> {
  const context = contextWith({
    books: {
      list: () => shelf,
      audiobookPreview: () => undefined,
      find: (id: string) => shelf.find((book) => book.id === id),
      findUnlisted: () => undefined,
    },
    findBookFeed: () => undefined,
    texts: joinCatalogues({
      features: [
        { name: 'books', messages: { en: books, es: books } },
        { name: 'checkout', messages: { en: checkout, es: checkout } },
        { name: 'reader', messages: { en: reader, es: reader } },
      ],
    }),
  })
  const wrap = (content: ReactNode) => inEnglish(content, { books, checkout, reader })
  return renderPage('/book/:bookId', page, { at: path, context, wrap })
}
