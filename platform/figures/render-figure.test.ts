import sharp from 'sharp'
import { expect, test } from 'vitest'
import { figureWidths, type FigureVariant } from '#shared/chladni-address.ts'
import { renderFigure } from './render-figure.ts'

const budgets: Partial<Record<number, number>> = { 320: 14, 640: 35, 1600: 90 }

test.each(figureWidths)('a square figure of width %i has its size, its transparency and its budget', async (width) => {
  for (const slug of ['kairo-swade', 'rio-swade', 'zuri-swade']) {
    const picture = await renderFigure({ slug, variant: 'square', width })
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width, height: width, hasAlpha: true })
    expect(picture.length / 1024).toBeLessThan(budgets[width] ?? 60)
  }
})

test.each<[FigureVariant, number, number]>([
  ['wide', 960, 540],
  ['cover', 320, 480],
])('the %s cut is %i × %i and filled from edge to edge', async (variant, width, height) => {
  const picture = await renderFigure({ slug: 'ember-swade', variant, width: width as 960 | 320 })
  expect(await sharp(picture).metadata()).toMatchObject({ width, height })
  const strip = await sharp(picture).extractChannel('alpha').extract({ left: 0, top: 0, width: 24, height }).toBuffer()
  expect((await sharp(strip).stats()).channels[0]!.max).toBeGreaterThan(60)
})

test('the same figure is rendered byte for byte the same each time', async () => {
  const picture = { slug: 'luma-swade', variant: 'square', width: 320 } as const
  expect((await renderFigure(picture)).equals(await renderFigure(picture))).toBe(true)
})

test('a thumbnail still shows lines: dense sand and bare plate', async () => {
  const picture = await renderFigure({ slug: 'rio-swade', variant: 'square', width: 160 })
  const alpha = await sharp(picture).extractChannel('alpha').raw().toBuffer()
  const share = (from: number, to: number) => alpha.filter((value) => value >= from && value < to).length / alpha.length
  expect(share(150, 256)).toBeGreaterThan(0.05)
  expect(share(0, 40)).toBeGreaterThan(0.5)
})
