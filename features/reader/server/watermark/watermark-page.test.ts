import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pageWidths } from '#features/reader/paths.ts'
import { watermarkText } from './watermark-text.ts'
import { watermarkPage } from './watermark-page.ts'

const watermark = { orderCode: 'SW-7K3M9QPD', maskedEmail: 'r•••@example.com' }
const another = { orderCode: 'SW-4H2ZXW8A', maskedEmail: 'm•••@example.org' }

test.each([...pageWidths])(
  'at %i pixels the watermark is in the foot of a text page and no other pixel changes',
  { timeout: 60_000 },
  async (width) => {
    const page = await textPage(width)
    const before = await pixels(page)
    const after = await pixels(await watermarkPage(page, watermark))
    expect(after.info).toEqual(before.info)
    const changed = changedBox(before, after)
    expect(changed.count).toBeGreaterThan(width / 4)
    expect(changed.top).toBeGreaterThan(before.info.height * 0.96)
    expect(changed.bottom).toBeLessThan(before.info.height)
    expect(changed.left).toBeGreaterThan(0)
    expect(changed.right).toBeLessThan(width)
    // The watermark is legible: its darkest strokes contrast with the paper.
    expect(changed.darkest).toBeLessThan(160)
  },
)

test('a watermarked text page keeps its sixteen grays and its lossless encoding, with a few added shades', async () => {
  const watermarked = await watermarkPage(await textPage(1224), watermark)
  expect(watermarked.includes('VP8L')).toBe(true)
  const { data } = await pixels(watermarked)
  expect([...new Set(data)].filter((value) => value % 17 !== 0).length).toBeLessThanOrEqual(5)
})

test('an image stays lossy, gets a light watermark where it is dark, and is otherwise unchanged', async () => {
  const page = await sharp({ create: { width: 816, height: 1156, channels: 3, background: '#141210' } })
    .webp({ quality: 80 })
    .toBuffer()
  const watermarked = await watermarkPage(page, watermark)
  expect(watermarked.includes('VP8L')).toBe(false)
  const before = await pixels(page)
  const after = await pixels(watermarked)
  const { width, height, channels } = after.info
  const foot = after.data.subarray(Math.floor(height * 0.96) * width * channels)
  expect(Math.max(...foot)).toBeGreaterThan(110)
  for (let at = 0; at < Math.floor(height * 0.9) * width * channels; at += 1) {
    if (Math.abs(before.data[at]! - after.data[at]!) > 4)
      throw new Error(`pixel ${at} went from ${before.data[at]} to ${after.data[at]}`)
  }
})

test('two buyers of one page get different images, and one buyer the same bytes each time', async () => {
  const page = await textPage(816)
  const [first, again, other] = await Promise.all([
    watermarkPage(page, watermark),
    watermarkPage(page, watermark),
    watermarkPage(page, another),
  ])
  expect(first.equals(again)).toBe(true)
  expect(first.equals(other)).toBe(false)
})

test('a page lower than the text, and a very long address, still get a watermark', async () => {
  const strip = await sharp({ create: { width: 408, height: 6, channels: 3, background: 'white' } })
    .webp({ lossless: true })
    .toBuffer()
  expect((await pixels(await watermarkPage(strip, watermark))).data.some((value) => value < 200)).toBe(true)
  const long = { orderCode: 'SW-7K3M9QPD', maskedEmail: `r•••@${'very-long-domain.'.repeat(10)}example` }
  const page = await textPage(408)
  const changed = changedBox(await pixels(page), await pixels(await watermarkPage(page, long)))
  expect(changed.left).toBeGreaterThan(0)
  expect(changed.right).toBeLessThan(408)
})

test('the watermark contains the order code and the masked address in common characters', () => {
  expect(watermarkText(watermark)).toBe('SW-7K3M9QPD · r•••@example.com')
  expect(watermarkText({ orderCode: 'SW-7K3M9QPD', maskedEmail: '' })).toBe('SW-7K3M9QPD')
  expect(watermarkText({ orderCode: 'SW-7K3M9QPD', maskedEmail: '響•••@münchen.example' })).toBe(
    'SW-7K3M9QPD · ••••@xn--mnchen-3ya.example',
  )
  expect(watermarkText({ orderCode: 'SW-7K3M9QPD', maskedEmail: `a•••@${'b'.repeat(300)}` })).toHaveLength(64)
})

/** White paper with gray strokes down to the lower margin, encoded like text. */
function textPage(width: number): Promise<Buffer> {
  const height = Math.round((width * 595) / 420)
  const grey = Buffer.alloc(width * height, 255)
  for (let y = 10; y < height * 0.93; y += 1)
    for (let x = y % 7; x < width; x += 7) grey[y * width + x] = ((x + y) % 16) * 17
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()
}

function pixels(webp: Buffer) {
  return sharp(webp).raw().toBuffer({ resolveWithObject: true })
}

type Pixels = Awaited<ReturnType<typeof pixels>>

function changedBox(before: Pixels, after: Pixels) {
  const { width, channels } = before.info
  const box = { count: 0, top: Infinity, bottom: -1, left: Infinity, right: -1, darkest: 255 }
  for (let at = 0; at < before.data.length; at += channels) {
    if (before.data[at] === after.data[at]) continue
    const x = (at / channels) % width
    const y = Math.floor(at / channels / width)
    box.count += 1
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.darkest = Math.min(box.darkest, after.data[at]!)
  }
  return box
}
