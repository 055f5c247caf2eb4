import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { accessPath } from '#features/checkout/contract.ts'
import { pageImagePath, pageTextPath, pdfDownloadPath, readerPath, searchPath } from '#features/reader/contract.ts'
import { findSecrets } from '#tests/support/book-secrets.ts'
import { type Buyer, buyBook } from '#tests/support/buy-book.ts'
import { disguises, pdfAddresses } from '#tests/support/leak-addresses.ts'
import { createLeakProbe, type LeakProbe, paid } from '#tests/support/leak-probe.ts'
import { plainRequest } from '#tests/support/plain-request.ts'
import { createSharedCache } from '#tests/support/shared-cache.ts'
import { sharedSite } from '#tests/support/shared-site.ts'

const root = join(import.meta.dirname, '../..')
const site = sharedSite()
let probe: LeakProbe
beforeAll(async () => {
  probe = await createLeakProbe(site)
})

test('every PDF address ends at the fifth page, and its streams contain nothing else', async () => {
  const previews = probe.locked.flatMap((manifest) =>
    pdfAddresses(manifest.bookId, site.origin).map((address) => ({ ...manifest, address })),
  )
  const examine = async ({ bookId, totalPages, address }: (typeof previews)[number]) => {
    const whole = await probe.get(address)
    // Requests in disguise are sent for one book: the addresses of all books have the same routes.
    await probe.leaksNothing(address, bookId === paid ? disguises : [{}])
    expect(whole.status).toBe(address.startsWith('/media/') ? 402 : 200)
    if (whole.status === 402) return
    expect(whole.headers['x-total-pages']).toBe(String(totalPages))
    const original = readFileSync(join(root, 'content/books', bookId, 'book.pdf'))
    expect(whole.body.length).not.toBe(original.length)
    // All combinations of ranges belong to this preview.
    for (const start of [0, 1000, whole.body.length - 10, whole.body.length, original.length - 100, original.length]) {
      const { status, body } = await probe.get(address, { range: `bytes=${start}-${start + 5000}` })
      expect([206, 416]).toContain(status)
      if (status === 206) expect(whole.body.subarray(start, start + 5001).equals(body)).toBe(true)
    }
    const head = await plainRequest(site.origin, address, { method: 'HEAD' })
    expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.body.length)])
  }
  // One at a time, as the site creates them.
  for (const preview of previews) await examine(preview)
})

test('two buyers and a visitor behind one shared cache each get their own copy', async () => {
  const ann = await buyBook(site.origin, paid, 'ann@leaks.example')
  const ben = await buyBook(site.origin, paid, 'ben@leaks.example')
  expect(ann.orderCode).not.toBe(ben.orderCode)
  const { edition } = probe.manifestOf(paid)
  const personal = [
    pageImagePath(paid, edition, 6, 816),
    pageTextPath(paid, edition, 6),
    readerPath(paid),
    `${searchPath(paid)}?q=music`,
    accessPath(paid),
    ...pdfAddresses(paid, site.origin),
  ]
  const cache = createSharedCache(site.origin)
  for (const path of [
    ...personal,
    `/book/${paid}`,
    `/book/${paid}/read`,
    `/book/${paid}/read?page=6`,
    `/book/${paid}.data`,
    '/my-books',
  ]) {
    const [forAnn, forBen, forVisitor] = [
      await cache.get(path, { cookie: ann.cookie }),
      await cache.get(path, { cookie: ben.cookie }),
      await cache.get(path),
    ]
    expect.soft(forAnn.status, path).toBe(200)
    expect.soft(forBen.status, path).toBe(200)
    if (personal.includes(path)) expect.soft(String(forAnn.headers['cache-control']), path).toContain('no-store')
    expect.soft(await findSecrets(forVisitor.body, probe.secrets), path).toEqual([])
    for (const { orderCode } of [ann, ben]) expect.soft(await holds(forVisitor.body, orderCode), path).toBe(false)
    expect.soft(await holds(forBen.body, ann.orderCode), path).toBe(false)
  }
  expect(cache.names().filter((name) => personal.includes(name))).toEqual([])
  await readsTheWholeBook(ann, ben, edition)

  // Public content comes from the cache, which proves that the cache works.
  const open = pageImagePath(paid, edition, 1, 408)
  expect((await cache.get(open, { cookie: ann.cookie })).body.equals((await cache.get(open)).body)).toBe(true)
  expect(cache.hits()).toBeGreaterThan(0)
  // A buyer's ETag does not help others.
  const etag = String((await probe.get(pdfDownloadPath(paid), { cookie: ann.cookie })).headers['etag'])
  const resumed = await probe.get(pdfDownloadPath(paid), {
    'if-none-match': etag,
    'if-range': etag,
    'range': 'bytes=0-',
  })
  expect(await findSecrets(resumed.body, probe.secrets)).toEqual([])
  expect(resumed.headers['content-disposition']).toContain('-preview.pdf')
})

/**
 * Proves that the requests above can be answered: with the right cookie the text arrives, with the buyer's watermark.
 */
async function readsTheWholeBook(ann: Buyer, ben: Buyer, edition: string) {
  const own = probe.secrets.filter(({ bookId }) => bookId === paid)
  const images: Buffer[] = []
  for (const { cookie, orderCode } of [ann, ben]) {
    for (const address of pdfAddresses(paid, site.origin)) {
      const { body } = await probe.get(address, { cookie })
      expect((await findSecrets(body, own)).length).toBe(40)
      expect(await holds(body, orderCode)).toBe(true)
    }
    const { page, words } = own[0]!
    expect((await probe.get(pageTextPath(paid, edition, page), { cookie })).body.toString()).toContain(words)
    images.push((await probe.get(pageImagePath(paid, edition, 6, 816), { cookie })).body)
    const others = await probe.get(pageImagePath('ai-fun-profit', probe.manifestOf('ai-fun-profit').edition, 6, 816), {
      cookie,
    })
    expect(others.status).toBe(402)
  }
  expect(images[0]!.equals(images[1]!)).toBe(false)
}

/** Returns whether a body contains a word, in plain text or in the streams of a PDF. */
async function holds(body: Buffer, words: string): Promise<boolean> {
  return (await findSecrets(body, [{ bookId: '', page: 0, words }])).length > 0
}
