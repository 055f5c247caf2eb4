/* Long on purpose: one crawl over every address there is; apart from each other its parts would each have to take in all books anew. */
import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { accessPath } from '#features/checkout/contract.ts'
import {
  pageImagePath,
  pageTextPath,
  pageWidths,
  pdfDownloadPath,
  pdfProxyPath,
  readAlongPath,
  type ReaderManifest,
  readerPath,
  searchPath,
  type SearchReply,
} from '#features/reader/contract.ts'
import { listSitemap, pageKinds } from '#tests/support/addresses.ts'
import { findSecrets, openPages, type Secret, takeSecrets } from '#tests/support/book-secrets.ts'
import { type Buyer, buyByHand } from '#tests/support/buy-by-hand.ts'
import { everyWay, plainRequest, type Way } from '#tests/support/plain-request.ts'
import { createSharedCache } from '#tests/support/shared-cache.ts'
import { sharedSite } from '#tests/support/shared-site.ts'

const root = join(import.meta.dirname, '../..')
const paidBooks = ['ai-fun-profit', 'building-websites-lovable', 'indie-music-ai-guide', 'swade-real-ai-music', 'tokenizing-your-business']
const freeBook = 'indie-music-ai-guide-2'
const paid = 'swade-real-ai-music'

const site = sharedSite()
let secrets: Secret[]
let manifests: ReaderManifest[]

beforeAll(async () => {
  secrets = await takeSecrets(paidBooks, [freeBook], 40)
  manifests = await Promise.all([...paidBooks, freeBook].map(readManifest))
  expect(locked()).toHaveLength(paidBooks.length)
})

const get = (path: string, headers: Record<string, string> = {}) => plainRequest(site.origin, path, { headers })
async function readManifest(bookId: string): Promise<ReaderManifest> {
  const { status, body } = await get(readerPath(bookId))
  expect(status, body.toString()).toBe(200)
  return JSON.parse(body.toString()) as ReaderManifest
}

const manifestOf = (bookId: string) => manifests.find((manifest) => manifest.bookId === bookId)!
const lockedPages = ({ totalPages }: ReaderManifest) => Array.from({ length: totalPages - openPages }, (_, index) => openPages + 1 + index)
const locked = () => manifests.filter(({ access }) => access === 'preview')
const pdfAddresses = (bookId: string) => [
  pdfDownloadPath(bookId),
  `/media/books/${bookId}.pdf`,
  `${pdfProxyPath}?url=/media/books/${bookId}.pdf`,
  `${pdfProxyPath}?url=${encodeURIComponent(`http://localhost:${new URL(site.origin).port}/media/books/${bookId}.pdf`)}`,
]

/** Asks for an address in every way a program can and expects no secret in what comes. @returns the statuses. */
async function leaksNothing(path: string, ways: Way[] = [{}]): Promise<number[]> {
  const statuses: number[] = []
  for (const way of ways) {
    const answer = await plainRequest(site.origin, path, way)
    statuses.push(answer.status)
    const found = await findSecrets(answer.body, secrets)
    expect.soft([path, way, found]).toEqual([path, way, []])
    expect.soft(answer.status, path).not.toBe(500)
  }
  return statuses
}

test('the secrets are secrets: they stand in the book they were taken from, and are found there', async () => {
  expect(secrets).toHaveLength(200)
  const found = await findSecrets(readFileSync(join(root, 'content/books', paid, 'book.pdf')), secrets)
  expect(found.filter((secret) => secret.bookId === paid)).toHaveLength(40)
})

test('no page of the site, no data of one and nothing they lead to tells a visitor what was not bought', async () => {
  const waiting = new Set([
    ...(await listSitemap(site.origin)),
    ...pageKinds,
    '/sitemap.xml',
    '/robots.txt',
    '/llms.txt',
    '/dev/ui',
    '/dev/outbox',
    '/site.webmanifest',
    '/feed.xml',
    '/rss.xml',
    '/reader-worker.js',
    ...paidBooks.flatMap((id) => [
      `/book/${id}/read`,
      ...[5, 6, 43].map((page) => `/book/${id}/read?page=${page}`),
      ...[1, 2, 12].map((part) => `/book/${id}/words?part=${part}`),
      `/book/${id}/words`,
      `/book/${id}?payment=success&session_id=cs_test_1`,
    ]),
  ])
  for (const path of Array.from(waiting)) {
    const [name = '', search] = path.split('?')
    const data = name === '/' ? '/_root.data' : `${name}.data`
    waiting.add(search ? `${data}?${search}` : data)
  }
  const asked = new Set<string>()
  for (const path of waiting) {
    asked.add(path)
    const { body, headers, status } = await get(path)
    expect.soft(status, path).not.toBe(500)
    expect.soft([path, await findSecrets(body, secrets)]).toEqual([path, []])
    if (!/html|json|x-script|javascript|xml|manifest|css/.test(String(headers['content-type']))) continue
    for (const [, address = ''] of body.toString().matchAll(/["'(=\s](\/[a-z0-9_.][^"'\s)<>\\{}$`]*)/gi)) {
      const found = address.replaceAll('&amp;', '&')
      // Pictures and sounds hold no text, and what the build sends is searched below.
      const isText = !/^\/(api|assets|figures|share|media|fonts|icons)\/|\.(png|jpe?g|webp|avif|ico|svg|mp3|webm|woff2|pdf)\b/.test(found)
      if (isText && found.length <= 300) waiting.add(found)
    }
  }
  expect(asked.size).toBeGreaterThan(150)
})

test('no file that browsers are sent holds a word of them', async () => {
  const files = globSync('build/pages/client/**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(50)
  for (const { parentPath, name } of files) {
    expect.soft([name, await findSecrets(readFileSync(join(parentPath, name)), secrets)]).toEqual([name, []])
  }
})

test('images and text of pages beyond the fifth are answered 402, whatever way they are asked for', async () => {
  for (const manifest of locked()) {
    const { bookId, edition } = manifest
    for (const page of lockedPages(manifest)) {
      for (const width of page === openPages + 1 ? pageWidths : pageWidths.slice(0, 1))
        expect((await get(pageImagePath(bookId, edition, page, width))).status).toBe(402)
      expect((await get(pageTextPath(bookId, edition, page))).status).toBe(402)
    }
    for (const address of [pageImagePath(bookId, edition, 6, 408), pageTextPath(bookId, edition, 6)]) {
      const statuses = await leaksNothing(address, everyWay)
      expect(statuses.filter((status) => status < 400)).toEqual([])
    }
  }
})

test('a page is not opened by another spelling of its number, its width, its book or its edition', async () => {
  const { edition, bookId } = manifestOf(paid)
  const other = manifestOf('ai-fun-profit')
  const free = manifestOf(freeBook)
  const pages = [
    '06',
    '6.0',
    '+6',
    '6e0',
    '0x6',
    ' 6',
    '6 ',
    '%36',
    '%206',
    '5%2f..%2f6',
    '..%2f6',
    '1/../6',
    '6;5',
    '6,1',
    '1-6',
    '٦',
    '%D9%A6',
    '-6',
    '0',
    '99999',
  ]
  const addresses = [
    ...pages.flatMap((page) => [pageImagePath(bookId, edition, page, 408), pageTextPath(bookId, edition, page)]),
    ...['0408', '408.0', '407', '9999', '408%2e', '408-1'].map((width) => pageImagePath(bookId, edition, 6, width)),
    // The free book opens its own pages alone.
    pageImagePath(freeBook, edition, 6, 408),
    pageTextPath(freeBook, edition, 6),
    pageImagePath(other.bookId, edition, 6, 408),
    pageImagePath(bookId, free.edition, 6, 408),
    pageTextPath(bookId, free.edition, 6),
    pageImagePath(bookId.toUpperCase(), edition, 6, 408),
    pageImagePath(`${freeBook}%2f..%2f${bookId}`, edition, 6, 408),
    pageImagePath(`${freeBook}/../${bookId}`, edition, 6, 408),
    `${pageImagePath(bookId, edition, 6, 408)}?book=${freeBook}&bookId=${freeBook}&page=1`,
    `//${pageImagePath(bookId, edition, 6, 408)}`,
    `${pageImagePath(bookId, edition, 6, 408)}/`,
    `${pageImagePath(bookId, edition, 6, 408)}%00`,
  ]
  for (const address of addresses.map((one) => encodeURI(one).replaceAll('%25', '%'))) {
    const [status] = await leaksNothing(address)
    expect.soft([address, status! >= 300]).toEqual([address, true])
  }
})

test('the manifest names no locked part of the outline', () => {
  for (const { outline, readablePages } of locked()) {
    expect(readablePages).toBe(openPages)
    expect(outline.filter(({ page }) => page > openPages)).toEqual([])
  }
})

/** Searches as the visitor at this address. */
async function search(bookId: string, words: string, address: string): Promise<SearchReply> {
  const { body, status } = await get(`${searchPath(bookId)}?q=${encodeURIComponent(words)}`, { 'x-forwarded-for': address })
  expect(status, body.toString()).toBe(200)
  expect.soft([words, await findSecrets(body, secrets)]).toEqual([words, []])
  return JSON.parse(body.toString()) as SearchReply
}
const onLocked = ({ hits }: SearchReply) => hits.filter(({ page }) => page > openPages)

test('search says on which locked page the words stand, and nothing of what stands around them', async () => {
  const around = new Set<string>()
  for (const [shelf, { bookId }] of locked().entries()) {
    const own = secrets.filter((secret) => secret.bookId === bookId)
    let found = 0
    for (const [index, { words, page }] of own.slice(0, 12).entries()) {
      const [first = '', second = '', third = ''] = words.split(/[ ,.]+/).slice(1)
      const address = `198.51.${shelf}.${index}`
      for (const asked of [second, `${first} ${second}`]) {
        const reply = await search(bookId, asked, address)
        expect(reply.isQuotaSpent).toBe(false)
        for (const hit of onLocked(reply)) {
          expect(hit).toMatchObject({ isLocked: true, match: asked, lines: [] })
          expect(`${hit.before}${hit.after}`).toMatch(/^[░ ]+$/)
          around.add(`${hit.before}|${hit.after}`)
        }
        if (onLocked(reply).some((hit) => hit.page === page)) found += 1
      }
      // Three words reach no locked page.
      expect(onLocked(await search(bookId, `${first} ${second} ${third}`, address))).toEqual([])
    }
    expect(found, `words of ${bookId} found on locked pages`).toBeGreaterThan(0)
    await leaksNothing(searchPath(bookId), everyWay)
    await leaksNothing(`${searchPath(bookId)}?q=.`)
    await leaksNothing(`${searchPath(bookId)}?q=${'%20'.repeat(50)}`)
  }
  // The same blanks around every one of them.
  expect(around.size).toBe(1)
})

test('a visitor who searches on and on learns nothing more: what is there and what is not get the same answer', async () => {
  const address = '203.0.113.7'
  const isWord = (word: string) => /^[a-z]{5,}$/.test(word)
  const words = secrets
    .filter(({ bookId }) => bookId === paid)
    .flatMap((secret) =>
      secret.words
        .split(/[ ,.]+/)
        .slice(1, -1)
        .filter(isWord),
    )
  let there: string | undefined
  for (const word of new Set(words)) {
    const reply = await search(paid, word, '203.0.113.8')
    if (onLocked(reply).length > 0 && onLocked(reply).length === reply.hits.length) there = word
    if (there !== undefined || reply.isQuotaSpent) break
  }
  expect(there, 'a word that stands on locked pages only').toBeDefined()
  expect(onLocked(await search(paid, there!, address)).length).toBeGreaterThan(0)
  // Words that stand nowhere use up the quota like those that do.
  let looks = 1
  for (; looks < 100 && !(await search(paid, `zzz${looks}`, address)).isQuotaSpent; looks += 1);
  expect(looks).toBe(60)
  const { query: _there, ...present } = await search(paid, there!, address)
  const { query: _absent, ...absent } = await search(paid, 'zzzyxx', address)
  expect(present).toEqual({ hits: [], isCapped: false, isQuotaSpent: true })
  expect(absent).toEqual(present)
  // Another book, another spelling and a header of one's own are no way around it.
  for (const asked of [there!.toUpperCase(), ` ${there} `]) expect(onLocked(await search(paid, asked, `10.9.9.9, ${address}`))).toEqual([])
  expect((await search('ai-fun-profit', 'zzzyxx', address)).isQuotaSpent).toBe(true)
})

test('every way to a PDF ends at the fifth page, and its streams hold nothing else', async () => {
  const previews = locked().flatMap((manifest) =>
    // The other ways are the same for all books, and take long to examine.
    (manifest.bookId === paid ? pdfAddresses(paid) : [pdfDownloadPath(manifest.bookId)]).map((address) => ({ ...manifest, address })),
  )
  const examine = async ({ bookId, totalPages, address }: (typeof previews)[number]) => {
    const whole = await get(address)
    await leaksNothing(address, bookId === paid ? everyWay : [{}])
    expect(whole.status).toBe(address.startsWith('/media/') ? 402 : 200)
    if (whole.status === 402) return
    expect(whole.headers['x-total-pages']).toBe(String(totalPages))
    const original = readFileSync(join(root, 'content/books', bookId, 'book.pdf'))
    expect(whole.body.length).not.toBe(original.length)
    // Any two parts are parts of this preview and of nothing else.
    for (const start of [0, 1000, whole.body.length - 10, whole.body.length, original.length - 100, original.length]) {
      const { status, body } = await get(address, { range: `bytes=${start}-${start + 5000}` })
      expect([206, 416]).toContain(status)
      if (status === 206) expect(whole.body.subarray(start, start + 5001).equals(body)).toBe(true)
    }
    const head = await plainRequest(site.origin, address, { method: 'HEAD' })
    expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.body.length)])
  }
  // One after the other, as the site makes them.
  for (const preview of previews) await examine(preview)
})

test('what lies on the disk of the server has no address', async () => {
  const { bookId, edition } = manifestOf(paid)
  const sha256 = createHash('sha256')
    .update(readFileSync(join(root, 'content/books', bookId, 'book.pdf')))
    .digest('hex')
  const manuscript = readdirSync(join(root, 'content/books', bookId, 'manuscript'))[0]
  const files = [
    `editions/${bookId}/${sha256}.pdf`,
    `pages/${edition}/6-408.webp`,
    `pages/${edition}/6.json`,
    `search/${edition}.json`,
    `previews/${edition}.pdf`,
    `stamped/`,
    `books/${bookId}/book.pdf`,
    `books/${bookId}/manuscript/${manuscript}`,
    `books/${bookId}/book.yaml`,
    'postgres/base',
  ]
  const folders = [
    '',
    'files',
    'data/files',
    'data',
    'storage',
    'cache',
    'content',
    'media',
    'assets',
    'static',
    'public',
    'api',
    'api/files',
    'share',
    'figures',
  ]
  const ups = ['', '../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '....//', '%252e%252e%252f', 'x/../../']
  for (const file of files) {
    for (const folder of folders) {
      // Every way up once; the other files by one of them.
      for (const up of file === files[0] ? ups : ['', '..%2f']) {
        const path = `/${[folder, `${up}${up}${file}`].filter(Boolean).join('/')}`
        const { status, body } = await get(path)
        expect.soft([path, status >= 300]).toEqual([path, true])
        expect.soft([path, await findSecrets(body, secrets)]).toEqual([path, []])
      }
    }
  }
  for (const path of [
    `/media/books/${bookId}/book.pdf`,
    `/media/books/${bookId}/01.mp3`,
    `/media/books/${bookId}/..%2f${bookId}%2fbook.pdf`,
    `/book/${bookId}/kept.json`,
  ]) {
    expect((await leaksNothing(path, everyWay)).filter((status) => status < 400)).toEqual([])
  }
})

test('what is told beside a book tells nothing of what is in it', async () => {
  for (const address of [
    ...paidBooks.flatMap((bookId) => [accessPath(bookId), readAlongPath(bookId)]),
    `/share/book/${paid}.png`,
    `/share/book/${paid}.jpg`,
    `/figures/${paid}.svg`,
    `/api/pdf/audio-proxy?url=/media/books/${paid}.pdf`,
    `/api/pdf/audio-proxy?url=/media/books/${paid}/01.mp3`,
    `${pdfProxyPath}?url=/media/books/${paid}.pdf%3Fx`,
    `${pdfProxyPath}?url=${encodeURIComponent(`${site.origin}/api/books/${paid}/pdf`)}`,
    `/api/books/checkout/status/${paid}`,
    '/my-books',
    '/my-books/open/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '/test-checkout/cs_test_1',
    '/metrics',
    '/readyz',
  ])
    await leaksNothing(address, [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-' } }])
  for (const cookie of ['shelf=x', '__Host-shelf=x', 'swade-shelf=1; shelf=1', `access=${paid}`, 'owned=1']) {
    expect((await get(pageImagePath(paid, manifestOf(paid).edition, 6, 408), { cookie })).status).toBe(402)
  }
})

test('two buyers and a visitor behind one shared cache each get their own', async () => {
  const ann = await buyByHand(site.origin, paid, 'ann@leaks.example')
  const ben = await buyByHand(site.origin, paid, 'ben@leaks.example')
  expect(ann.orderCode).not.toBe(ben.orderCode)
  const { edition } = manifestOf(paid)
  const personal = [
    pageImagePath(paid, edition, 6, 816),
    pageTextPath(paid, edition, 6),
    readerPath(paid),
    `${searchPath(paid)}?q=music`,
    accessPath(paid),
    ...pdfAddresses(paid),
  ]
  const cache = createSharedCache(site.origin)
  for (const path of [...personal, `/book/${paid}`, `/book/${paid}/read`, `/book/${paid}/read?page=6`, `/book/${paid}.data`, '/my-books']) {
    const [forAnn, forBen, forVisitor] = [
      await cache.get(path, { cookie: ann.cookie }),
      await cache.get(path, { cookie: ben.cookie }),
      await cache.get(path),
    ]
    expect.soft(forAnn.status, path).toBe(200)
    expect.soft(forBen.status, path).toBe(200)
    if (personal.includes(path)) expect.soft(String(forAnn.headers['cache-control']), path).toContain('no-store')
    expect.soft(await findSecrets(forVisitor.body, secrets), path).toEqual([])
    for (const { orderCode } of [ann, ben]) expect.soft(await holds(forVisitor.body, orderCode), path).toBe(false)
    expect.soft(await holds(forBen.body, ann.orderCode), path).toBe(false)
  }
  expect(cache.names().filter((name) => personal.includes(name))).toEqual([])
  await readsTheWholeBook(ann, ben, edition)

  // What everybody may see does come from the cache, so that it has been a cache at all.
  const open = pageImagePath(paid, edition, 1, 408)
  expect((await cache.get(open, { cookie: ann.cookie })).body.equals((await cache.get(open)).body)).toBe(true)
  expect(cache.hits()).toBeGreaterThan(0)
  // A buyer's tag opens nothing for others.
  const etag = String((await get(pdfDownloadPath(paid), { cookie: ann.cookie })).headers['etag'])
  const asked = await get(pdfDownloadPath(paid), { 'if-none-match': etag, 'if-range': etag, 'range': 'bytes=0-' })
  expect(await findSecrets(asked.body, secrets)).toEqual([])
  expect(asked.headers['content-disposition']).toContain('-preview.pdf')
})

/** The proof that the questions above can be answered at all: with the right cookie the words come, with the buyer's own mark. */
async function readsTheWholeBook(ann: Buyer, ben: Buyer, edition: string) {
  const own = secrets.filter(({ bookId }) => bookId === paid)
  const images: Buffer[] = []
  for (const { cookie, orderCode } of [ann, ben]) {
    const { body } = await get(pdfDownloadPath(paid), { cookie })
    expect((await findSecrets(body, own)).length).toBe(40)
    expect(await holds(body, orderCode)).toBe(true)
    const { page, words } = own[0]!
    expect((await get(pageTextPath(paid, edition, page), { cookie })).body.toString()).toContain(words)
    images.push((await get(pageImagePath(paid, edition, 6, 816), { cookie })).body)
    const others = await get(pageImagePath('ai-fun-profit', manifestOf('ai-fun-profit').edition, 6, 816), { cookie })
    expect(others.status).toBe(402)
  }
  expect(images[0]!.equals(images[1]!)).toBe(false)
}

/** Whether a body holds a word, in plain or in the streams of a PDF. */
async function holds(body: Buffer, words: string): Promise<boolean> {
  return (await findSecrets(body, [{ bookId: '', page: 0, words }])).length > 0
}
