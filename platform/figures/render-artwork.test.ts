import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deriveArtDirection } from '#shared/art-direction.ts'
import { drawArtwork } from './art/draw-artwork.ts'
import { artworkFile, createArtworkDrawer, createArtworkRenderer, shrinkArtwork } from './render-artwork.ts'

const direction = deriveArtDirection('nova-swade', 'frost')

test('the thread draws the same pixels as its module, one picture after the other', async () => {
  const draw = createArtworkDrawer()
  const tasks = ['nova-swade', 'rio-swade'].map((slug) => ({ slug, variant: 'square' as const, width: 96, direction }))
  const drawn = await Promise.all(tasks.map(draw))
  for (const [index, task] of tasks.entries())
    expect(Buffer.from(drawn[index]!.pixels).equals(Buffer.from(drawArtwork(task).pixels)), task.slug).toBe(true)
})

test('an artwork is a WebP image of its size, and smaller ones are scaled from it', async () => {
  const image = { slug: 'nova-swade', variant: 'wide', width: 640 } as const
  const whole = await createArtworkRenderer()(image, direction)
  const { format, width, height } = await sharp(whole).metadata()
  expect([format, width]).toEqual(['webp', 640])
  const small = await sharp(await shrinkArtwork(whole, { variant: 'wide', width: 320 })).metadata()
  expect([small.width, small.height]).toEqual([320, Math.round(height / 2)])
})

test('another direction has another file', () => {
  const image = { slug: 'nova-swade', variant: 'square', width: 640 } as const
  const file = artworkFile(image, direction)
  expect(file).toMatch(/^a\d+\.[0-9a-f]{12}\.nova-swade\.square\.640\.webp$/)
  expect(artworkFile(image, { ...direction, density: direction.density === 'full' ? 'sparse' : 'full' })).not.toBe(file)
})
