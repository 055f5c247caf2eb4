import { expect, test } from 'vitest'
import { createPageWatermarker } from './watermarked-pages.ts'

const watermark = { orderCode: 'SW-1', maskedEmail: 'a•••@example.com' }

test('concurrent requests for a page watermark it once, and wide pages are processed one at a time', async () => {
  let [made, running, most] = [0, 0, 0]
  const watermarkedPage = createPageWatermarker(async (webp) => {
    made += 1
    most = Math.max(most, (running += 1))
    await new Promise(setImmediate)
    running -= 1
    return webp
  })
  const request = (page: number) =>
    watermarkedPage('edition', page, 2448, watermark, async () => Buffer.from(`page ${page}`))
  const pages = await Promise.all([request(6), request(6), request(7), request(8), request(6)])
  expect(pages.map(String)).toEqual(['page 6', 'page 6', 'page 7', 'page 8', 'page 6'])
  expect([made, most]).toEqual([3, 1])
})

test('a page that failed is rendered for the next request', async () => {
  const watermarkedPage = createPageWatermarker(async (webp) => webp)
  await expect(
    watermarkedPage('edition', 6, 2448, watermark, () => Promise.reject(new Error('not now'))),
  ).rejects.toThrow('not now')
  expect(String(await watermarkedPage('edition', 6, 2448, watermark, async () => Buffer.from('there')))).toBe('there')
})
