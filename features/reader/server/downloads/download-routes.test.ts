import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { openPdf } from '#tests/support/pdf-streams.ts'
import { pdfDownloadPath } from '#features/reader/paths.ts'
import { bookshops, wordsOf } from './test-bookshop.ts'

const { createBookshop, commonBookshop } = bookshops()

const paid = pdfDownloadPath('paid-book')
const free = pdfDownloadPath('free-book')
const buyer = { cookie: 'buyer=ann' }

test('a visitor gets the first five pages of a paid book as a real PDF, with the total page count', async () => {
  const { app, renderer } = await commonBookshop()
  const reply = await app.inject(paid)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(reply.rawPayload.length),
    'content-disposition': 'attachment; filename="paid-book-preview.pdf"',
    'x-total-pages': '8',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'vary': 'Cookie',
  })
  const source = { id: 'preview', read: async () => reply.rawPayload }
  expect((await renderer.inspect(source, 10)).pageCount).toBe(5)
  const words = (await renderer.readPages(source, 1, 5)).flat().map(({ text }) => text)
  expect(words).toEqual([...[1, 2, 3, 4, 5].map((page) => wordsOf('paid-book', page)), 'Preview · 5 of 8 pages'])
  expect((await openPdf(reply.rawPayload)).everything).not.toContain('on sheet 6')
})

test('a buyer gets the whole book with a watermark on every page, without caching', async () => {
  const { app, renderer, original } = await commonBookshop()
  const reply = await app.inject({ url: paid, headers: buyer })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-disposition': 'attachment; filename="paid-book.pdf"',
    'x-total-pages': '8',
    'cache-control': 'private, no-store',
    'vary': 'Cookie',
  })
  expect(reply.headers['etag']).not.toContain(`"${original('paid-book').name}"`)
  const pages = await renderer.readPages({ id: 'copy', read: async () => reply.rawPayload }, 1, 8)
  expect(pages.map((lines) => lines.map(({ text }) => text))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((page) => [wordsOf('paid-book', page), 'SW-ann · a•••@example.com']),
  )
  const other = await app.inject({ url: paid, headers: { cookie: 'buyer=ben' } })
  expect(other.headers['etag']).not.toBe(reply.headers['etag'])
  expect((await openPdf(other.rawPayload)).everything).not.toContain('SW-ann')
})

test('a free book is sent whole to everyone, and may be cached', async () => {
  const { app, original } = await commonBookshop()
  const reply = await app.inject(free)
  expect(reply.headers).toMatchObject({
    'content-disposition': 'attachment; filename="free-book.pdf"',
    'x-total-pages': '3',
    'cache-control': 'public, max-age=3600',
    'etag': `"${original('free-book').name}"`,
  })
  expect(reply.headers).not.toHaveProperty('vary')
  expect(reply.rawPayload).toHaveLength(original('free-book').bytes)
})

test.each([
  ['a visitor', {}, paid],
  ['a buyer', buyer, paid],
  ['anybody, of the free book,', {}, free],
])('%s may request ranges, and the parts make up the file', async (_who, headers, url) => {
  const { app } = await commonBookshop()
  const whole = await app.inject({ url, headers })
  const size = whole.rawPayload.length
  const etag = String(whole.headers['etag'])
  const request = (more: Record<string, string>) => app.inject({ url, headers: { ...headers, ...more } })
  for (const [range, start, end] of [
    ['bytes=0-', 0, size - 1],
    ['bytes=0-4', 0, 4],
    ['bytes=100-199', 100, 199],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=-${size + 100}`, 0, size - 1],
    [`bytes=10-${size + 100}`, 10, size - 1],
  ] as const) {
    const part = await request({ range })
    expect([range, part.statusCode, part.headers['content-range']]).toEqual([
      range,
      206,
      `bytes ${start}-${end}/${size}`,
    ])
    expect(part.headers['content-length']).toBe(String(end - start + 1))
    expect(part.rawPayload.equals(whole.rawPayload.subarray(start, end + 1))).toBe(true)
  }
  for (const range of [`bytes=${size}-`, 'bytes=99999999999-', 'bytes=-0']) {
    const beyond = await request({ range })
    expect([range, beyond.statusCode, beyond.headers['content-range']]).toEqual([range, 416, `bytes */${size}`])
    expect(beyond.json()).toMatchObject({ success: false, code: 'range-not-satisfiable' })
  }
  for (const range of [
    'bytes=0-1,4-6',
    'bytes=4-2',
    'bytes=a-b',
    'lines=0-3',
    'bytes=',
    'bytes=-',
    'bytes=--3',
    `bytes=${'9'.repeat(40)}-`,
  ]) {
    expect([range, (await request({ range })).statusCode]).toEqual([range, 200])
  }
  expect((await request({ 'range': 'bytes=0-4', 'if-range': etag })).statusCode).toBe(206)
  for (const stale of ['"another"', `W/${etag}`, new Date().toUTCString()]) {
    expect((await request({ 'range': 'bytes=0-4', 'if-range': stale })).statusCode).toBe(200)
  }
  for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const unchanged = await request({ 'if-none-match': held, 'range': 'bytes=0-4' })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  }
  const head = await app.inject({ method: 'HEAD', url, headers: { ...headers, range: 'bytes=0-4' } })
  expect(head.statusCode).toBe(200)
  expect(head.headers).toMatchObject({
    'content-length': String(size),
    'content-type': 'application/pdf',
    etag,
    'x-total-pages': expect.anything(),
  })
  expect(head.rawPayload).toHaveLength(0)
})

test('the ETag of a purchased copy is useless without the purchase', async () => {
  const { app } = await commonBookshop()
  const bought = await app.inject({ url: paid, headers: buyer })
  const etag = String(bought.headers['etag'])
  const offset = bought.rawPayload.length - 50
  const revalidated = await app.inject({ url: paid, headers: { 'if-none-match': etag } })
  expect([revalidated.statusCode, revalidated.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="paid-book-preview.pdf"',
  ])
  const preview = revalidated.rawPayload
  for (const range of [`bytes=${offset}-`, 'bytes=0-99', 'bytes=-99']) {
    for (const cookie of ['', 'buyer', 'buyer=', 'seller=ann']) {
      const part = await app.inject({ url: paid, headers: { range, 'if-range': etag, cookie } })
      expect([200, 206, 416]).toContain(part.statusCode)
      if (part.statusCode !== 416) expect(preview.includes(part.rawPayload)).toBe(true)
    }
  }
})

test('when access cannot be determined, or watermarking fails, nothing is sent', async () => {
  const { folder } = await commonBookshop()
  const threadFile = join(folder, 'broken-worker.mjs')
  await writeFile(threadFile, 'process.exit(1)')
  const { app } = await createBookshop((storage) => storage, pathToFileURL(threadFile))
  for (const [cookie, wait] of [
    ['buyer=nobody-knows', '5'],
    ['buyer=ann', '60'],
  ]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await app.inject({ method, url: paid, headers: { cookie, range: 'bytes=0-10' } })
      expect(reply.statusCode).toBe(503)
      expect(reply.headers).toMatchObject({ 'retry-after': wait, 'cache-control': 'no-store' })
      expect(reply.headers).not.toHaveProperty('content-range')
      expect(reply.body).not.toContain('%PDF')
      if (method === 'GET') expect(reply.json()).toMatchObject({ success: false, code: 'unavailable' })
    }
  }
})

test("a full disk does not prevent a buyer's download", async () => {
  const { app } = await createBookshop((storage) => ({
    ...storage,
    put: () => Promise.reject(new Error('no space left on device')),
  }))
  const whole = await app.inject({ url: paid, headers: buyer })
  expect(whole.statusCode).toBe(200)
  const rest = await app.inject({
    url: paid,
    headers: { ...buyer, 'range': 'bytes=500-', 'if-range': String(whole.headers['etag']) },
  })
  expect(rest.statusCode).toBe(206)
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(500))).toBe(true)
})

test('twenty concurrent downloads get the same bytes', async () => {
  const { app, storage } = await createBookshop()
  const replies = await Promise.all(Array.from({ length: 20 }, () => app.inject({ url: paid, headers: buyer })))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ rawPayload }) => rawPayload.toString('latin1'))).size).toBe(1)
  expect((await storage.list('stamped/')).length).toBeLessThanOrEqual(1)
})

test.each(['unknown', 'PAID-BOOK', 'paid-book.pdf', '..%2Fpaid-book', '%00', 'paid-book%2F', 'constructor'])(
  '%s does not name a book',
  async (id) => {
    const { app } = await commonBookshop()
    const reply = await app.inject(`/api/books/${id}/pdf`)
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('%PDF')
  },
)
