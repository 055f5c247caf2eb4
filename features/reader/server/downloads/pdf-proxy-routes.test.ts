import { expect, test } from 'vitest'
import { hostileAddresses } from '#tests/support/hostile-addresses.ts'
import { watchNetwork } from '#tests/support/watched-network.ts'
import { pdfDownloadPath, pdfProxyPath } from '#features/reader/paths.ts'
import { bookshops, origin } from './test-bookshop.ts'

const { commonBookshop } = bookshops()

const free = '/media/books/free-book.pdf'
const paid = '/media/books/paid-book.pdf'
const proxied = (url: string) => `${pdfProxyPath}?url=${encodeURIComponent(url)}`

test('a book is served by its path and by its full address, with the same access as its download', async () => {
  const { app } = await commonBookshop()
  for (const [address, bookId, headers] of [
    [free, 'free-book', {}],
    [paid, 'paid-book', {}],
    [paid, 'paid-book', { cookie: 'buyer=ann' }],
  ] as const) {
    const download = await app.inject({ url: pdfDownloadPath(bookId), headers })
    for (const url of [address, `${origin}${address}`]) {
      const reply = await app.inject({ url: proxied(url), headers })
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload.equals(download.rawPayload)).toBe(true)
      const { 'content-disposition': disposition, 'content-type': type, etag, 'cache-control': cache } = reply.headers
      expect(disposition).toMatch(/^inline; filename="[a-z-]+\.pdf"$/)
      expect([type, etag, cache]).toEqual([
        'application/pdf',
        download.headers['etag'],
        download.headers['cache-control'],
      ])
      expect(reply.headers['x-total-pages']).toBe(download.headers['x-total-pages'])
      const part = await app.inject({ url: proxied(url), headers: { ...headers, range: 'bytes=10-19' } })
      expect([part.statusCode, part.rawPayload]).toEqual([206, reply.rawPayload.subarray(10, 20)])
      const head = await app.inject({ method: 'HEAD', url: proxied(url), headers })
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
        200,
        String(reply.rawPayload.length),
        '',
      ])
    }
  }
})

test('addresses outside the catalogue are rejected without network access', async () => {
  const { app } = await commonBookshop()
  const opened = watchNetwork()
  const addresses = hostileAddresses(origin, free).filter((address) => address !== paid)
  expect(addresses.length).toBeGreaterThan(150)
  for (const url of [...addresses, ...addresses.map((address) => address.replaceAll('free-book', 'paid-book'))]) {
    const reply = await app.inject(proxied(url))
    expect([url, reply.statusCode]).toEqual([url, 400])
    expect(reply.json()).toMatchObject({
      success: false,
      code: 'invalid-input',
      message: expect.any(String),
      detail: expect.any(String),
    })
    expect(reply.body).not.toContain('%PDF')
  }
  for (const query of [
    '',
    '?',
    '?url',
    '?url=',
    `?url=${free}&url=${free}`,
    `?url[]=${free}`,
    `?URL=${free}`,
    '?url=%',
    '?url=%E0%A4%A',
  ]) {
    expect([query, (await app.inject(`${pdfProxyPath}${query}`)).statusCode]).toEqual([query, 400])
  }
  expect(opened()).toEqual([])
})
