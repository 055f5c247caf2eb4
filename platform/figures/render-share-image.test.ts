import sharp from 'sharp'
import { expect, test } from 'vitest'
import { loadLettering, wrapBalanced } from './lettering.ts'
import { renderShareImage } from './render-share-image.ts'

test.each(['jpeg', 'png'] as const)(
  'a %s share image is 1200 × 630 and small enough for every network',
  async (format) => {
    const words = { title: 'Music by people and machines on eighteen platforms.', kicker: 'Swade', siteName: 'Swade' }
    const picture = await renderShareImage('home', words, format)
    expect(await sharp(picture).metadata()).toMatchObject({ format, width: 1200, height: 630 })
    expect(picture.length).toBeLessThan(200 * 1024)
  },
)

test('the title is drawn at the left, in sand', async () => {
  const brightest = async (title: string) => {
    const picture = await renderShareImage('home', { title, kicker: '', siteName: 'Swade' }, 'png')
    const column = await sharp(picture).extract({ left: 60, top: 90, width: 540, height: 400 }).toBuffer()
    return (await sharp(column).stats()).channels[0]!.max
  }
  expect(await brightest('Rio Swade')).toBeGreaterThan(220)
  expect(await brightest('')).toBeLessThan(40)
})

test('a right-to-left title ends at the right of its half, and a Latin one begins at the left', async () => {
  const edgesOf = async (title: string) => {
    const picture = await renderShareImage('home', { title, kicker: title, siteName: 'Swade' }, 'png')
    const { data, info } = await sharp(picture)
      .extract({ left: 0, top: 0, width: 600, height: 630 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Of the kicker, the title and the name; the hairline is as wide as the half.
    return [
      [60, 110],
      [160, 480],
      [520, 620],
    ].map(([from, to]) => {
      const inked: number[] = []
      for (let y = from!; y < to!; y += 1)
        for (let x = 0; x < info.width; x += 1) if (data[y * info.width + x]! > 120) inked.push(x)
      return inked.length === 0
        ? 'nothing'
        : Math.min(...inked) > 250
          ? 'right'
          : Math.max(...inked) < 400
            ? 'left'
            : 'both'
    })
  }
  expect(await edgesOf('ليل')).toEqual(['right', 'right', 'right'])
  expect(await edgesOf('לילה')).toEqual(['right', 'right', 'right'])
  expect(await edgesOf('Night')).toEqual(['left', 'left', 'left'])
})

test('letters without a font, markup and very long words do not break the image', async () => {
  for (const title of [
    '日本語 <script>&"\'',
    'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2),
    'word '.repeat(80),
  ]) {
    const picture = await renderShareImage('home', { title, kicker: title, siteName: title }, 'jpeg')
    expect(picture.length).toBeLessThan(200 * 1024)
  }
})

test.each(['Donaudampfschifffahrtsgesellschaftskapitän', 'فيالمستشفياتوالاستقلاليةالمعلوماتية'])(
  'the word %s is set smaller than others, so that it stays in its half',
  async (title) => {
    const picture = await renderShareImage('home', { title, kicker: '', siteName: '' }, 'png')
    // Between the text and the artwork is nothing.
    const gap = await sharp(picture).extract({ left: 596, top: 100, width: 24, height: 380 }).toBuffer()
    expect((await sharp(gap).stats()).channels[0]!.max).toBeLessThan(40)
  },
)

test('letters are kerned', async () => {
  const letter = await loadLettering()
  expect(letter('display', 'AV', 100).width).toBeLessThan(
    letter('display', 'A', 100).width + letter('display', 'V', 100).width - 5,
  )
})

test('a title has as few lines as possible, of similar length', () => {
  const measure = (text: string) => text.length
  expect(wrapBalanced('one two three four', 13, measure)).toEqual(['one two', 'three four'])
  expect(wrapBalanced('short', 20, measure)).toEqual(['short'])
  expect(wrapBalanced('', 20, measure)).toEqual([''])
  expect(wrapBalanced('extraordinarily so', 5, measure)).toEqual(['extraordinarily', 'so'])
})
