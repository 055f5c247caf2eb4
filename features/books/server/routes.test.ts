import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createRecordingAnalyser } from '#platform/recordings/recording-analyser.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import { en } from '#features/books/messages/en.ts'
import { es } from '#features/books/messages/es.ts'
import { loadBooks } from './catalogue.ts'
import { bookRoutes, type CanListen, type SendPurchased } from './routes.ts'

const freePdf = '%PDF-1.7 free'
const paidPdf = '%PDF-1.7 paid words nobody has bought'
const boughtPdf = '%PDF-1.7 with a stamp'

test('the free book downloads under its own name', async () => {
  const app = await library()
  const reply = await app.inject('/media/books/free-book.pdf')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.headers['content-disposition']).toBe('attachment; filename="free-book.pdf"')
  expect(reply.body).toBe(freePdf)
})

test('an interrupted download of the free book can be resumed', async () => {
  const app = await library()
  const rest = await app.inject({ url: '/media/books/free-book.pdf', headers: { range: 'bytes=9-' } })
  expect(rest.statusCode).toBe(206)
  expect(rest.body).toBe('free')
  const head = await app.inject({ method: 'HEAD', url: '/media/books/free-book.pdf' })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-length']).toBe(String(freePdf.length))
})

test.each([
  { what: 'requested plainly', method: 'GET' as const, headers: {} },
  { what: 'requested by HEAD', method: 'HEAD' as const, headers: {} },
  { what: 'requested by range', method: 'GET' as const, headers: { range: 'bytes=0-3' } },
  { what: 'requested from its end', method: 'GET' as const, headers: { range: 'bytes=-4' } },
  { what: 'requested by several ranges', method: 'GET' as const, headers: { range: 'bytes=0-1,4-6' } },
  {
    what: 'requested again',
    method: 'GET' as const,
    headers: { 'if-none-match': '*', 'if-modified-since': new Date(0).toUTCString() },
  },
])('a paid book $what reveals nothing', async ({ method, headers }) => {
  const app = await library()
  const reply = await app.inject({ method, url: '/media/books/paid-book.pdf', headers })
  expect(reply.statusCode).toBe(402)
  expect(reply.headers).not.toHaveProperty('etag')
  expect(reply.headers).not.toHaveProperty('content-range')
  expect(reply.headers).not.toHaveProperty('content-disposition')
  expect(reply.headers['content-length']).not.toBe(String(paidPdf.length))
  expect(reply.body).not.toContain('%PDF')
  if (method === 'GET') expect(reply.json()).toMatchObject({ success: false, code: 'payment-required' })
})

test("a buyer gets a personal copy, and nobody gets the catalogue's file", async () => {
  const app = await library()
  const reply = await app.inject({ url: '/media/books/paid-book.pdf', headers: { cookie: 'buyer' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toBe(boughtPdf)
  expect((await app.inject({ url: '/media/books/free-book.pdf', headers: { cookie: 'buyer' } })).body).toBe(freePdf)
})

test('the chapters of the free book are sent as audio, with ranges', async () => {
  const app = await library()
  const whole = await app.inject('/media/books/free-book/01.mp3')
  expect(whole.statusCode).toBe(200)
  expect(whole.headers['content-type']).toBe('audio/mpeg')
  const part = await app.inject({ url: '/media/books/free-book/01.mp3', headers: { range: 'bytes=2-4' } })
  expect(part.statusCode).toBe(206)
  expect(part.body).toBe('und')
})

test('unpurchased narration is 402, and files that no chapter names are 404', async () => {
  const app = await library()
  for (const address of ['/media/books/paid-book/01.mp3', '/media/books/paid-book/01.mp3/waveform.json']) {
    const reply = await app.inject(address)
    expect(reply.statusCode).toBe(402)
    expect(reply.json()).toMatchObject({ success: false, code: 'payment-required' })
  }
  const bought = await app.inject({ url: '/media/books/paid-book/01.mp3', headers: { cookie: 'buyer' } })
  expect([bought.statusCode, bought.body, bought.headers['cache-control']]).toEqual([200, 'sound', 'private, no-store'])
  for (const address of [
    '/media/books/free-book/02.mp3',
    '/media/books/free-book/book.pdf',
    '/media/books/free-book/..%2fbook.pdf',
  ]) {
    expect((await app.inject(address)).statusCode).toBe(404)
  }
})

test.each([
  '/media/books/unknown.pdf',
  '/media/books/paid-book',
  '/media/books/paid-book.pdf.pdf',
  '/media/books/PAID-BOOK.pdf',
  '/media/books/free-book%2F..%2Fpaid-book%2Fbook.pdf',
  '/media/books/..%2Fbooks%2Fpaid-book%2Fbook.pdf',
  '/media/books/paid-book/book.pdf',
  '/media/books/.pdf',
])('%s does not name a book', async (url) => {
  const app = await library()
  const reply = await app.inject(url)
  expect(reply.statusCode).toBe(404)
  expect(reply.body).not.toContain('%PDF')
})

test("an error message is in the language of the visitor's page", async () => {
  const app = await library()
  const refused = async (page: string) => {
    const headers = { host: 'localhost', referer: `http://localhost${page}` }
    return (await app.inject({ url: '/media/books/paid-book.pdf', headers })).json<{ message: string }>().message
  }
  expect(await refused('/book/paid-book')).toBe('A Book is not free. Purchase it to get access.')
  expect(await refused('/es/book/paid-book')).toBe('A Book no es gratis. Cómpralo para tener acceso.')
})

async function library() {
  const contentDir = mkdtempSync(join(tmpdir(), 'book-media-'))
  shelve(contentDir, 'free-book', 'order: 1\npriceCents: 0\nisFree: true\n', freePdf)
  shelve(contentDir, 'paid-book', 'order: 2\npriceCents: 999\n', paidPdf)
  const analyseRecording = createRecordingAnalyser({ dir: join(contentDir, 'cache') })
  const app = Fastify()
  await app.register(errorHandling, { texts: joinCatalogues({ features: [{ name: 'books', messages: { en, es } }] }) })
  await app.register(fastifyStatic, { root: contentDir, serve: false })
  // A cookie that has bought the paid book.
  const sendPurchased: SendPurchased = async (request, reply, bookId) =>
    request.headers.cookie === 'buyer' && bookId === 'paid-book'
      ? reply.type('application/pdf').send(boughtPdf)
      : undefined
  const canListen: CanListen = async (cookie, bookId) => cookie === 'buyer' && bookId === 'paid-book'
  const storage = await localStorage(join(contentDir, 'files'))
  await app.register(
    bookRoutes({ books: loadBooks(contentDir), contentDir, storage, analyseRecording, sendPurchased, canListen }),
  )
  return app
}

function shelve(contentDir: string, id: string, price: string, pdf: string): void {
  const folder = join(contentDir, 'books', id)
  mkdirSync(join(folder, 'narration'), { recursive: true })
  for (const file of ['01.mp3', '02.mp3']) writeFileSync(join(folder, 'narration', file), 'sound')
  writeFileSync(join(folder, 'book.pdf'), pdf)
  const words =
    'title: A Book\nsubtitle: With a subtitle\ndescription: Words.\nauthor: Swade\ncategory: Music\npages: 16\npublished: 2026-11-20\nexcerpt: It begins.\ncontents: [One]\naudioChapters: [{ title: One, file: 01.mp3 }]\nnarration: { readBy: A voice, quality: MP3 }\n'
  writeFileSync(join(folder, 'book.yaml'), price + words)
}
