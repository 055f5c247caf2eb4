import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  pageImagePath,
  type PageText,
  pageTextPath,
  pageTextSchema,
  pageWidths,
  type ReaderManifest,
  readerManifestSchema,
  readerPath,
  searchPath,
} from '#features/reader/contract.ts'
import { disputedCookie, eightPages, ownerCookie, printedPdf, testReaders } from './test-reader.ts'

const openTestReader = testReaders()

type Site = Awaited<ReturnType<typeof openTestReader>>
const manifestOf = async ({ app }: Site, bookId: string, headers = {}) =>
  (await app.inject({ url: readerPath(bookId), headers })).json<ReaderManifest>()

test('a free book is readable from first to last page, and its pages may be cached', async () => {
  const site = await openTestReader({ free: eightPages })
  const manifest = await manifestOf(site, 'free')
  expect(readerManifestSchema.parse(manifest)).toEqual(manifest)
  expect(manifest).toMatchObject({
    access: 'free',
    totalPages: 8,
    readablePages: 8,
    pageSizes: [{ from: 1, width: 420, height: 595 }],
  })
  expect(manifest.outline).toEqual([{ title: 'The last page', page: 8, depth: 0 }])
  const image = await site.app.inject(pageImagePath('free', manifest.edition, 8, 408))
  expect(image.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 408 })
  const text = (await site.app.inject(pageTextPath('free', manifest.edition, 8))).json<PageText>()
  expect(pageTextSchema.parse(text)).toEqual(text)
  expect(text.lines.map((line) => line.text)).toEqual(['Page 8', 'secreth words'])
})

test('an image of a page counts as read, but a thumbnail, the text and the manifest do not', async () => {
  const site = await openTestReader({ paid: eightPages })
  const { edition } = await manifestOf(site, 'paid')
  await site.app.inject(pageTextPath('paid', edition, 2))
  await site.app.inject(pageImagePath('paid', edition, 2, pageWidths[0]))
  expect(site.counted).toEqual([])
  await site.app.inject(pageImagePath('paid', edition, 2, 816))
  await site.app.inject({ url: pageImagePath('paid', edition, 6, 816), headers: ownerCookie })
  expect(site.counted).toEqual(['reads paid/2', 'reads paid/6'])
})

test('without access a paid book shows five pages, and an outline limited to them', async () => {
  const site = await openTestReader({ paid: eightPages })
  const reply = await site.app.inject(readerPath('paid'))
  expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-store', 'vary': 'Cookie' })
  const manifest = reply.json<ReaderManifest>()
  expect(manifest).toMatchObject({ access: 'preview', totalPages: 8, readablePages: 5, outline: [] })
  const fifth = await site.app.inject(pageImagePath('paid', manifest.edition, 5, 204))
  expect(fifth.statusCode).toBe(200)
  expect(fifth.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('a visitor whose payment is disputed is told so, in an answer that no cache stores', async () => {
  const site = await openTestReader({ paid: eightPages, free: eightPages })
  const reply = await site.app.inject({ url: readerPath('paid'), headers: disputedCookie })
  expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-store', 'vary': 'Cookie' })
  const manifest = readerManifestSchema.parse(reply.json())
  expect(manifest).toMatchObject({ access: 'preview', paymentHold: 'dispute', readablePages: 5 })
  for (const [bookId, headers] of [
    ['paid', {}],
    ['paid', ownerCookie],
    ['free', disputedCookie],
  ] as const)
    expect(await manifestOf(site, bookId, headers)).not.toHaveProperty('paymentHold')
})

test('page 6 of an unpaid book is rejected for every request method, before anything of it is read', async () => {
  const site = await openTestReader({ paid: eightPages })
  const { edition } = await manifestOf(site, 'paid', ownerCookie)
  // The page exists: it is rendered and stored.
  await site.app.inject({ url: pageImagePath('paid', edition, 6, 816), headers: ownerCookie })
  await site.app.inject({ url: pageTextPath('paid', edition, 6), headers: ownerCookie })
  await site.reader.pages.settle()
  site.touched.length = 0
  const addresses = [
    ...pageWidths.map((width) => pageImagePath('paid', edition, 6, width)),
    pageTextPath('paid', edition, 6),
  ]
  const requests: Record<string, string>[] = [
    {},
    { range: 'bytes=0-99' },
    { 'if-none-match': `"${edition}-6-816"` },
    { 'if-none-match': '*' },
    { 'if-modified-since': new Date(0).toUTCString() },
    { cookie: 'owner=2' },
    { 'x-forwarded-for': '127.0.0.1' },
  ]
  for (const url of addresses) {
    for (const method of ['GET', 'HEAD'] as const) {
      for (const headers of requests) {
        const reply = await site.app.inject({ url, method, headers })
        expect([url, method, headers, reply.statusCode]).toEqual([url, method, headers, 402])
        expect(reply.headers['cache-control']).toBe('no-store')
        expect(reply.headers['etag']).toBeUndefined()
        expect(reply.body).not.toContain('secretf')
        if (method === 'GET') expect(reply.json()).toMatchObject({ code: 'payment-required' })
      }
    }
  }
  expect(site.touched).toEqual([])
  // A missing page looks like a locked one.
  expect((await site.app.inject(pageTextPath('paid', edition, 4000))).statusCode).toBe(402)
})

test('a buyer gets every page, watermarked beyond the preview, without shared caching', async () => {
  const site = await openTestReader({ paid: eightPages })
  const manifest = await manifestOf(site, 'paid', ownerCookie)
  expect(manifest).toMatchObject({ access: 'owned', readablePages: 8 })
  expect(manifest.outline).toHaveLength(1)
  const get = (url: string) => site.app.inject({ url, headers: ownerCookie })
  const paidFor = await get(pageImagePath('paid', manifest.edition, 6, 408))
  expect(paidFor.rawPayload.toString('latin1')).toMatch(/ marked SW-TEST$/)
  expect(paidFor.headers).toMatchObject({ 'cache-control': 'private, no-store', 'vary': 'Cookie' })
  expect(paidFor.headers['etag']).toBeUndefined()
  const text = await get(pageTextPath('paid', manifest.edition, 6))
  expect(text.headers).toMatchObject({ 'cache-control': 'private, no-store', 'vary': 'Cookie' })
  expect(text.body).toContain('secretf')
  const open = await get(pageImagePath('paid', manifest.edition, 5, 408))
  expect(open.rawPayload.toString('latin1')).not.toContain('marked')
})

test('missing pages are 404, and invalid numbers are 400', async () => {
  const site = await openTestReader({ free: eightPages })
  const { edition } = await manifestOf(site, 'free')
  const status = async (url: string) => (await site.app.inject(url)).statusCode
  expect(await status(readerPath('unknown'))).toBe(404)
  expect(await status(pageImagePath('free', '0123456789abcdef', 1, 408))).toBe(404)
  expect(await status(pageImagePath('unknown', edition, 1, 408))).toBe(404)
  expect(await status(pageImagePath('free', edition, 9, 408))).toBe(404)
  for (const page of ['0', '-1', '01', '1.5', 'x', '1e3', '99999999', '%2e%2e']) {
    expect([page, await status(pageImagePath('free', edition, page, 408))]).toEqual([page, 400])
    expect([page, await status(pageTextPath('free', edition, page))]).toEqual([page, 400])
  }
  for (const width of ['1', '407', '2449', '999999', '0408', 'x'])
    expect(await status(pageImagePath('free', edition, 1, width))).toBe(400)
  for (const name of ['x', 'ABCDEF0123456789', `${edition}00`, '%25', '________________']) {
    expect(await status(pageImagePath('free', name, 1, 408))).toBe(400)
  }
  expect(await status(`${searchPath('free')}?q=`)).toBe(400)
  expect(await status(searchPath('free'))).toBe(400)
  expect(await status(`${searchPath('free')}?q=${'a'.repeat(201)}`)).toBe(400)
})

test('a cached page is not sent again', async () => {
  const site = await openTestReader({ free: eightPages })
  const { edition } = await manifestOf(site, 'free')
  const url = pageImagePath('free', edition, 2, 204)
  const { etag } = (await site.app.inject(url)).headers
  const again = await site.app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})

test('a new book is imported on first request, once for all concurrent requests', async () => {
  const site = await openTestReader({ free: eightPages })
  const replies = await Promise.all(Array.from({ length: 10 }, () => manifestOf(site, 'free')))
  expect(new Set(replies.map(({ edition }) => edition)).size).toBe(1)
  expect((await site.database.pool.query('SELECT 1 FROM book_editions')).rowCount).toBe(1)
})

test('a book with an unusable PDF reports so, and the log has the reason', async () => {
  const site = await openTestReader({ free: Buffer.from('%PDF-1.7 and nothing more') })
  const reply = await site.app.inject(readerPath('free'))
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ message: 'This book cannot be opened right now. Please try again later.' })
  expect(site.logged).toMatchObject([{ book: 'free', reason: expect.stringContaining('This PDF cannot be opened') }])
  expect(await site.reader.service.findPublicManifest('free')).toBeUndefined()
})

test('pages are readable while storage is full, from memory', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const site = await openTestReader(
    { free: eightPages },
    {
      change: (storage) => ({
        ...storage,
        put: async (key, ...rest) => (key.startsWith('pages/') ? Promise.reject(full) : storage.put(key, ...rest)),
      }),
    },
  )
  const { edition } = await manifestOf(site, 'free')
  const url = pageImagePath('free', edition, 7, 816)
  const [first, second] = [await site.app.inject(url), await site.app.inject(url)]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect((await site.app.inject(pageTextPath('free', edition, 7))).statusCode).toBe(200)
  expect(site.logged[0]).toMatchObject({ err: { code: 'ENOSPC' } })
})

test('pages of all books are rendered ahead of requests and stored', async () => {
  const site = await openTestReader({
    free: printedPdf([['one'], ['two']]),
    broken: Buffer.from('no'),
    paid: printedPdf([['1'], ['2'], ['3']]),
  })
  site.reader.start({ isImporting: true, isPrerendering: true })
  await expect
    .poll(async () => (await site.storage.list('pages/')).filter((key) => /\d\.json$/.test(key)).length, {
      timeout: 30_000,
    })
    .toBe(5)
  const keys = await site.storage.list('pages/')
  // Two widths each, and the small one from the import.
  expect(keys.filter((key) => key.endsWith('.webp'))).toHaveLength(15)
})

test('loaders get public data and the text of public pages only', async () => {
  const { reader } = await openTestReader({ free: eightPages, paid: eightPages })
  expect(await reader.service.findPublicManifest('paid')).toMatchObject({ totalPages: 8, openPages: 5 })
  expect(await reader.service.findPublicManifest('free')).toMatchObject({ totalPages: 8, openPages: 8 })
  expect(await reader.service.findPublicManifest('unknown')).toBeUndefined()
  expect((await reader.service.findPublicText('paid', 5))?.lines).toHaveLength(2)
  expect(await reader.service.findPublicText('paid', 6)).toBeUndefined()
  expect(await reader.service.findPublicText('free', 9)).toBeUndefined()
  expect(await reader.service.findPublicText('free', 0)).toBeUndefined()
})
