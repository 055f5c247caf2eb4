import { expect, test } from 'vitest'
import { encodeImage, readImage } from './images.ts'
import { sharp } from './sharp.ts'

const min = { width: 100, height: 100 }
const drawn = (width: number, height: number, background: string | object = '#c05020') =>
  sharp({ create: { width, height, channels: 4, background } })

test.each([
  ['a photo', 2000, 1500, [1600, 1200]],
  ['ten by one', 4000, 400, [800, 400]],
  ['one by ten', 300, 3000, [300, 600]],
  ['a small one', 120, 110, [120, 110]],
])('%s is limited to 2:1 and never enlarged', async (_name, width, height, expected) => {
  const { name, files } = await encodeImage(await drawn(width, height).jpeg().toBuffer(), min)
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(files.map(({ file }) => file)).toEqual([`${name}-480.webp`, `${name}-960.webp`, `${name}.webp`])
  const facts = await sharp(files[2]!.body).metadata()
  expect([facts.width, facts.height, facts.format]).toEqual([...expected, 'webp'])
  expect((await sharp(files[0]!.body).metadata()).width).toBe(Math.min(480, expected[0]!))
})

test('a transparent drawing gets a background on which it is visible', async () => {
  const on = async (color: string) => {
    const mark = await sharp({ create: { width: 200, height: 200, channels: 4, background: color } })
      .png()
      .toBuffer()
    const image = await drawn(400, 400, { r: 0, g: 0, b: 0, alpha: 0 })
      .composite([{ input: mark }])
      .png()
      .toBuffer()
    const { files } = await encodeImage(image, min)
    const { channels, dominant } = await sharp(files[2]!.body)
      .extract({ left: 0, top: 0, width: 40, height: 40 })
      .stats()
    expect(channels).toHaveLength(3)
    return dominant.r
  }
  expect(await on('#111111')).toBeGreaterThan(200)
  expect(await on('#f5f5f5')).toBeLessThan(60)
})

test('only the pixels of the file are kept, in upright orientation', async () => {
  const photo = await drawn(400, 200)
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
  const turned = await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { files } = await encodeImage(turned, min)
  const facts = await sharp(files[2]!.body).metadata()
  expect([facts.width, facts.height, facts.exif]).toEqual([200, 400, undefined])
  expect(files.some(({ body }) => body.includes('a secret place'))).toBe(false)
})

test.each([
  ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /Unsupported/],
  ['a GIF', Buffer.from('GIF89a'), /Unsupported/],
  ['nothing', Buffer.alloc(0), /Unsupported/],
  ['the head of a JPEG', Buffer.from('\xff\xd8\xff\xe0 and no more', 'latin1'), /damaged/],
])('%s is rejected with the reason', async (_name, bytes, message) => {
  await expect(encodeImage(bytes, min)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(message),
  })
})

test('an oversized image is rejected before it is decoded', async () => {
  const tiny = await drawn(40, 40).png().toBuffer()
  await expect(readImage(tiny, min)).rejects.toMatchObject({
    message: 'This image is 40 by 40 pixels. It needs at least 100 by 100 pixels.',
  })
  // The head of a PNG of 20,000 by 20,000 pixels.
  const head = Buffer.from(tiny)
  head.writeUInt32BE(20_000, 16)
  head.writeUInt32BE(20_000, 20)
  await expect(encodeImage(head, min)).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a truncated image is rejected', async () => {
  const whole = await sharp({
    create: {
      width: 800,
      height: 800,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  await expect(encodeImage(whole.subarray(0, whole.length / 2), min)).rejects.toMatchObject({
    message: expect.stringContaining('damaged'),
  })
})
