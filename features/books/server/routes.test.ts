import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { errorHandling } from '#server/plugins/errors.ts'
import { loadBooks } from './catalogue.ts'
import { bookRoutes } from './routes.ts'

const freePdf = '%PDF-1.7 free'
const paidPdf = '%PDF-1.7 paid words nobody has bought'

test('the free book downloads under its own name', async () => {
  const app = await library()
  const reply = await app.inject('/media/books/free-book.pdf')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.headers['content-disposition']).toBe('attachment; filename="free-book.pdf"')
  expect(reply.body).toBe(freePdf)
})

test('a broken download of the free book can be resumed', async () => {
  const app = await library()
  const rest = await app.inject({ url: '/media/books/free-book.pdf', headers: { range: 'bytes=9-' } })
  expect(rest.statusCode).toBe(206)
  expect(rest.body).toBe('free')
  const head = await app.inject({ method: 'HEAD', url: '/media/books/free-book.pdf' })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-length']).toBe(String(freePdf.length))
})

test.each([
  { what: 'asked for plainly', method: 'GET' as const, headers: {} },
  { what: 'asked for by HEAD', method: 'HEAD' as const, headers: {} },
  { what: 'asked for in part', method: 'GET' as const, headers: { range: 'bytes=0-3' } },
  { what: 'asked for from its end', method: 'GET' as const, headers: { range: 'bytes=-4' } },
  { what: 'asked for in several parts', method: 'GET' as const, headers: { range: 'bytes=0-1,4-6' } },
  { what: 'asked for again', method: 'GET' as const, headers: { 'if-none-match': '*', 'if-modified-since': new Date(0).toUTCString() } },
])('a paid book $what gives nothing away', async ({ method, headers }) => {
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

test.each([
  '/media/books/unknown.pdf',
  '/media/books/paid-book',
  '/media/books/paid-book.pdf.pdf',
  '/media/books/PAID-BOOK.pdf',
  '/media/books/free-book%2F..%2Fpaid-book%2Fbook.pdf',
  '/media/books/..%2Fbooks%2Fpaid-book%2Fbook.pdf',
  '/media/books/paid-book/book.pdf',
  '/media/books/.pdf',
])('%s names no book', async (url) => {
  const app = await library()
  const reply = await app.inject(url)
  expect(reply.statusCode).toBe(404)
  expect(reply.body).not.toContain('%PDF')
})

async function library() {
  const contentDir = mkdtempSync(join(tmpdir(), 'book-media-'))
  shelve(contentDir, 'free-book', 'order: 1\npriceCents: 0\nisFree: true\n', freePdf)
  shelve(contentDir, 'paid-book', 'order: 2\npriceCents: 999\n', paidPdf)
  const app = Fastify()
  await app.register(errorHandling)
  await app.register(fastifyStatic, { root: contentDir, serve: false })
  await app.register(bookRoutes({ books: loadBooks(contentDir), contentDir }))
  return app
}

function shelve(contentDir: string, id: string, price: string, pdf: string): void {
  const folder = join(contentDir, 'books', id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'book.pdf'), pdf)
  const words =
    'title: A Book\nsubtitle: With a subtitle\ndescription: Words.\nauthor: Swade\ncategory: Music\npages: 16\npublished: 2026-11-20\nexcerpt: It begins.\ncontents: [One]\n'
  writeFileSync(join(folder, 'book.yaml'), price + words)
}
