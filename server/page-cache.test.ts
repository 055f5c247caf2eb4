import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PageCache, preparePage } from './page-cache.ts'

const page = (text: string, status = 200) => preparePage(status, { 'content-type': 'text/html' }, Buffer.from(text))

test('all encodings contain the same bytes, and the etag identifies them', async () => {
  const first = await page('sand')
  expect(brotliDecompressSync(first.bodies.br).toString()).toBe('sand')
  expect(gunzipSync(first.bodies.gzip).toString()).toBe('sand')
  expect((await page('sand')).etag).toBe(first.etag)
  expect((await page('dust')).etag).not.toBe(first.etag)
})

test('concurrent visitors share one rendering', async () => {
  const cache = new PageCache()
  let renderings = 0
  const render = async () => {
    renderings += 1
    return page('sand')
  }
  const all = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', render)))
  expect(renderings).toBe(1)
  expect(new Set(all).size).toBe(1)
})

test('a failed rendering is not cached', async () => {
  const cache = new PageCache()
  await cache.get('/nope', () => page('no', 503))
  expect(cache.find('/nope')).toBeUndefined()
  await cache.get('/once', async () => ({ status: 200, headers: {}, body: Buffer.from('for one visitor') }))
  expect(cache.find('/once')).toBeUndefined()
  await expect(cache.get('/', () => Promise.reject(new Error('render failed')))).rejects.toThrow('render failed')
  expect(await cache.get('/', () => page('sand'))).toMatchObject({ status: 200 })
})

test('a change of content clears the cache, including pages in progress', async () => {
  const cache = new PageCache()
  let finish = () => undefined as void
  const slow = cache.get('/', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return page('old')
  })
  cache.clear()
  finish()
  await slow
  expect(cache.find('/')).toBeUndefined()
})

test('memory is limited, and the least recently used page is evicted first', async () => {
  const big = (letter: string) =>
    page(Array.from({ length: 400 }, (_, index) => `${letter}${(index * 7919) % 997}`).join(''))
  const cache = new PageCache(8_000)
  for (const name of ['a', 'b']) await cache.get(name, () => big(name))
  cache.find('a')
  for (const name of ['c', 'd']) await cache.get(name, () => big(name))
  expect(cache.find('b')).toBeUndefined()
  expect(cache.find('d')).toBeDefined()
})
