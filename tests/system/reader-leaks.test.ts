import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { accessPath } from '#features/checkout/contract.ts'
import {
  pageImagePath,
  pageTextPath,
  pageWidths,
  pdfProxyPath,
  readAlongPath,
  type ReaderManifest,
} from '#features/reader/contract.ts'
import { listSitemap, pageKinds } from '#tests/support/addresses.ts'
import { findSecrets, previewPages } from '#tests/support/book-secrets.ts'
import { disguises, oddPages, otherSpellings, storedFileAddresses } from '#tests/support/leak-addresses.ts'
import { createLeakProbe, freeBook, type LeakProbe, paid, paidBooks } from '#tests/support/leak-probe.ts'
import { sharedSite } from '#tests/support/shared-site.ts'

const root = join(import.meta.dirname, '../..')
const lockedPages = ({ totalPages }: ReaderManifest) =>
  Array.from({ length: totalPages - previewPages }, (_, index) => previewPages + 1 + index)
const site = sharedSite()
let probe: LeakProbe
beforeAll(async () => {
  probe = await createLeakProbe(site)
})

test('the test secrets exist in their book and are found there', async () => {
  // One script makes the PDFs of all books; the search in a buyer's copy of another one has a test of its own.
  const bookId = 'ai-fun-profit'
  const found = await findSecrets(readFileSync(join(root, 'content/books', bookId, 'book.pdf')), probe.secrets)
  expect(found.filter((secret) => secret.bookId === bookId)).toHaveLength(40)
})

/**
 * Creates the function that decides whether the crawl requests an address that it found. The API has tests of its own.
 * Artwork is drawn on the first request, and its pixels cannot contain a text: one small image of each cut is enough.
 */
function createFollower() {
  const cuts = new Set<string>()
  return (path: string): boolean => {
    if (path.length > 300 || path.startsWith('/api/')) return false
    const [, cut, width] = /^\/figures\/.*\.(\w+)\.(\d+)\./.exec(path) ?? []
    if (!cut) return true
    const isNew = width === '160' && !cuts.has(cut)
    if (isNew) cuts.add(cut)
    return isNew
  }
}

test('no page, its data or anything linked from it reveals unpurchased text to a visitor', async () => {
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
      ...[1, 5, 6, 7, 20, 43].map((page) => `/book/${id}/read?page=${page}`),
      ...Array.from({ length: 12 }, (_, part) => `/book/${id}/words?part=${part + 1}`),
      `/book/${id}/words`,
      `/book/${id}?payment=success&session_id=cs_test_1`,
    ]),
  ])
  for (const path of Array.from(waiting)) {
    const [name = '', search] = path.split('?')
    const data = name === '/' ? '/_.data' : `${name}.data`
    waiting.add(search ? `${data}?${search}` : data)
  }
  const requested = new Set<string>()
  const isFollowed = createFollower()
  for (const path of waiting) {
    requested.add(path)
    const { body, headers, status } = await probe.get(path)
    expect.soft(status, path).not.toBe(500)
    expect.soft([path, await findSecrets(body, probe.secrets)]).toEqual([path, []])
    if (!/html|json|x-script|javascript|xml|manifest|css/.test(String(headers['content-type']))) continue
    for (const [, address = ''] of body.toString().matchAll(/["'(=\s](\/[a-z0-9_.][^"'\s)<>\\{}$`]*)/gi)) {
      const found = address.replaceAll('&amp;', '&')
      if (isFollowed(found)) waiting.add(found)
    }
  }
  expect(requested.size).toBeGreaterThan(400)
  const isReached = (folder: string) => [...requested].some((path) => path.startsWith(folder))
  expect(['/assets/', '/figures/', '/media/'].filter((folder) => !isReached(folder))).toEqual([])
})

test('no browser asset contains any of the secrets', async () => {
  const files = globSync('build/pages/client/**/*', { cwd: root, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  expect(files.length).toBeGreaterThan(50)
  for (const { parentPath, name } of files) {
    expect.soft([name, await findSecrets(readFileSync(join(parentPath, name)), probe.secrets)]).toEqual([name, []])
  }
})

test('images and text of pages beyond the fifth are 402, for every request method', async () => {
  for (const manifest of probe.locked) {
    const { bookId, edition } = manifest
    for (const page of lockedPages(manifest)) {
      // Every width of one page has a test of its own.
      const width = pageWidths[page % pageWidths.length]!
      expect((await probe.get(pageImagePath(bookId, edition, page, width))).status).toBe(402)
      expect((await probe.get(pageTextPath(bookId, edition, page))).status).toBe(402)
    }
    for (const address of [pageImagePath(bookId, edition, 6, 408), pageTextPath(bookId, edition, 6)]) {
      const statuses = await probe.leaksNothing(address, disguises)
      expect(statuses.filter((status) => status < 400)).toEqual([])
    }
  }
})

test('other spellings of the page, width, book or edition do not unlock a page', async () => {
  const { edition, bookId } = probe.manifestOf(paid)
  const other = probe.manifestOf('ai-fun-profit')
  const free = probe.manifestOf(freeBook)
  const addresses = [
    ...oddPages.flatMap((page) => [pageImagePath(bookId, edition, page, 408), pageTextPath(bookId, edition, page)]),
    ...['0408', '408.0', '407', '9999', '408%2e', '408-1'].map((width) => pageImagePath(bookId, edition, 6, width)),
    // The free book's edition does not unlock other books.
    pageImagePath(freeBook, edition, 6, 408),
    pageTextPath(freeBook, edition, 6),
    pageImagePath(other.bookId, edition, 6, 408),
    pageImagePath(bookId, free.edition, 6, 408),
    pageTextPath(bookId, free.edition, 6),
    pageImagePath(bookId.toUpperCase(), edition, 6, 408),
    pageImagePath(`${freeBook}%2f..%2f${bookId}`, edition, 6, 408),
    pageImagePath(`${freeBook}/../${bookId}`, edition, 6, 408),
    `${pageImagePath(bookId, edition, 6, 408)}?book=${freeBook}&bookId=${freeBook}&page=1`,
    ...[pageImagePath(bookId, edition, 6, 408), pageTextPath(bookId, edition, 6)].flatMap(otherSpellings),
  ]
  for (const address of addresses) {
    const [status] = await probe.leaksNothing(address)
    expect.soft([address, status! >= 300]).toEqual([address, true])
  }
})

test('the manifest contains no locked part of the outline', () => {
  for (const { outline, readablePages } of probe.locked) {
    expect(readablePages).toBe(previewPages)
    expect(outline.filter(({ page }) => page > previewPages)).toEqual([])
  }
})

test("files on the server's disk have no address", async () => {
  const { bookId, edition } = probe.manifestOf(paid)
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
  for (const [fileIndex, file] of files.entries()) {
    for (const [folderIndex, folder] of folders.entries()) {
      // The plain addresses, and a third of the others, among them every pair.
      for (const up of ups.filter((one, upIndex) => !one || (fileIndex + folderIndex + upIndex) % 3 === 0)) {
        const path = `/${[folder, `${up}${up}${file}`].filter(Boolean).join('/')}`
        const { status, body } = await probe.get(path)
        expect.soft([path, status >= 300]).toEqual([path, true])
        expect.soft([path, await findSecrets(body, probe.secrets)]).toEqual([path, []])
      }
    }
  }
  for (const path of [
    ...storedFileAddresses(bookId, edition, site.origin),
    `/media/books/${bookId}/01.mp3`,
    `/media/books/${bookId}/..%2f${bookId}%2fbook.pdf`,
    `/book/${bookId}/kept.json`,
  ]) {
    expect((await probe.leaksNothing(path, disguises)).filter((status) => status < 400)).toEqual([])
  }
})

test('metadata of a book reveals nothing of its locked text', async () => {
  for (const address of [
    ...paidBooks.flatMap((bookId) => [
      accessPath(bookId),
      readAlongPath(bookId),
      `/figures/${bookId}.svg`,
      `/api/pdf/audio-proxy?url=/media/books/${bookId}.pdf`,
      `/api/pdf/audio-proxy?url=/media/books/${bookId}/01.mp3`,
      `${pdfProxyPath}?url=/media/books/${bookId}.pdf%3Fx`,
      `${pdfProxyPath}?url=${encodeURIComponent(`${site.origin}/api/books/${bookId}/pdf`)}`,
      `/api/books/checkout/status/${bookId}`,
    ]),
    // Drawn on the first request; only its metadata could contain a text.
    `/share/book/${paid}.png`,
    '/my-books',
    '/my-books/open/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '/test-checkout/cs_test_1',
    '/metrics',
    '/readyz',
  ])
    await probe.leaksNothing(address, [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-' } }])
  for (const cookie of ['shelf=x', '__Host-shelf=x', 'swade-shelf=1; shelf=1', `access=${paid}`, 'owned=1']) {
    expect((await probe.get(pageImagePath(paid, probe.manifestOf(paid).edition, 6, 408), { cookie })).status).toBe(402)
  }
})
