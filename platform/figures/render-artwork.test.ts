import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deriveArtDirection } from '#shared/art-direction.ts'
import { drawArtwork } from './art/draw-artwork.ts'
import { artworkFile, artworkKey, createArtworkDrawer, createArtworkRenderer, encodeArtwork } from './render-artwork.ts'

const direction = deriveArtDirection('nova-swade', 'frost')

test('the thread draws the same pixels as its module, one image after the other', async () => {
  const draw = createArtworkDrawer()
  const tasks = ['nova-swade', 'rio-swade'].map((slug) => ({ slug, variant: 'square' as const, width: 96, direction }))
  const drawn = await Promise.all(tasks.map(draw))
  for (const [index, task] of tasks.entries())
    expect(Buffer.from(drawn[index]!.pixels).equals(Buffer.from(drawArtwork(task).pixels)), task.slug).toBe(true)
})

test('a stored drawing is encoded in its size or a smaller one, as AVIF in fewer bytes', async () => {
  const image = { slug: 'nova-swade', variant: 'wide', width: 640 } as const
  const drawing = await createArtworkRenderer()(image, direction)
  expect(await sharp(drawing).metadata()).toMatchObject({ format: 'webp', width: 640, height: 360 })
  for (const width of [320, 640] as const) {
    const webp = await encodeArtwork(drawing, { variant: 'wide', width }, 'webp')
    const avif = await encodeArtwork(drawing, { variant: 'wide', width }, 'avif')
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width, height: (width * 9) / 16 })
    expect(await sharp(avif).metadata()).toMatchObject({ compression: 'av1', width, height: (width * 9) / 16 })
    expect(avif.length).toBeLessThan(webp.length)
  }
})

test('a different direction gives a different file', () => {
  const image = { slug: 'nova-swade', variant: 'square', width: 640 } as const
  const file = artworkFile(image, direction)
  expect(file).toMatch(/^a\d+\.[0-9a-f]{12}\.nova-swade\.square\.640\.webp$/)
  expect(artworkFile(image, { ...direction, density: direction.density === 'full' ? 'sparse' : 'full' })).not.toBe(file)
})

test('every part of a direction is in the key of its addresses', () => {
  const changes = [
    { material: 'sand' },
    { ground: '#101010' },
    { ink: '#fefefe' },
    { density: direction.density === 'full' ? 'sparse' : 'full' },
    { frame: direction.frame === 'plate' ? 'bleed' : 'plate' },
  ] as const
  const keys = [{}, ...changes].map((change) => artworkKey({ ...direction, ...change }))
  expect(new Set(keys).size).toBe(6)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}$/)
})
