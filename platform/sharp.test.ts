import { expect, test } from 'vitest'
import { sharp } from './sharp.ts'

test('images leave no pixels in memory after encoding', async () => {
  for (const shade of [0, 80, 160, 240]) {
    const pixels = Buffer.alloc(600 * 800, shade)
    const webp = await sharp(pixels, { raw: { width: 600, height: 800, channels: 1 } })
      .webp({ lossless: true })
      .toBuffer()
    const { data } = await sharp(webp).resize(300).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBe(shade)
  }
  expect(sharp.cache()).toMatchObject({ items: { current: 0, max: 0 }, memory: { current: 0 }, files: { current: 0 } })
})
