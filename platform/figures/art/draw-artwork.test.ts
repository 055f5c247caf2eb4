import { expect, test } from 'vitest'
import { artDensities, type ArtDirection, artFrames, artMaterials, deriveArtDirection } from '#shared/art-direction.ts'
import { drawArtwork } from './draw-artwork.ts'

const width = 96

/** Returns the mean color of an image, and of the differences of its pixels from it. */
function summarize(slug: string, direction: ArtDirection, variant: 'square' | 'wide' = 'square') {
  const { pixels } = drawArtwork({ slug, variant, width, direction })
  const mean = [0, 1, 2].map((channel) => {
    let sum = 0
    for (let at = channel; at < pixels.length; at += 3) sum += pixels[at]!
    return (3 * sum) / pixels.length
  })
  let spread = 0
  for (let at = 0; at < pixels.length; at += 1) spread += (pixels[at]! - mean[at % 3]!) ** 2
  return { mean, spread: Math.sqrt(spread / pixels.length), pixels }
}

test.each(
  artMaterials.map((material, index) => [
    material,
    artDensities[index % artDensities.length]!,
    artFrames[index % artFrames.length]!,
  ]),
)('%s (%s, %s) draws a figure', (material, density, frame) => {
  const direction = { ...deriveArtDirection('nova-swade', material), density, frame }
  expect(summarize('nova-swade', direction, frame === 'circle' ? 'wide' : 'square').spread).toBeGreaterThan(6)
})

test.each(['sand', 'chalk'] as const)('%s is drawn the same in every drawing', (material) => {
  const [first, second] = [0, 1].map(() => summarize('rio-swade', deriveArtDirection('rio-swade', material)).pixels)
  expect(Buffer.from(first!).equals(Buffer.from(second!))).toBe(true)
})

test('a drawing has its size and shows the two colors of its direction', () => {
  const direction: ArtDirection = {
    material: 'engraving',
    ground: '#f0b429',
    ink: '#20180a',
    density: 'even',
    frame: 'bleed',
  }
  for (const [variant, height] of [
    ['square', 320],
    ['wide', 180],
    ['cover', 480],
    ['portrait', 400],
  ] as const) {
    const drawn = drawArtwork({ slug: 'some-book', variant, width: 320, direction })
    expect([drawn.width, drawn.height, drawn.pixels.length]).toEqual([320, height, 320 * height * 3])
    const colours = new Set<string>()
    for (let at = 0; at < drawn.pixels.length; at += 3) colours.add(drawn.pixels.subarray(at, at + 3).join())
    expect(colours.has('240,180,41'), variant).toBe(true)
    expect(colours.has('32,24,10'), variant).toBe(true)
  }
})

test('the margin of a print is empty', () => {
  const direction: ArtDirection = { ...deriveArtDirection('nova-swade', 'ink'), frame: 'plate' }
  const { pixels } = drawArtwork({ slug: 'twelve-rooms', variant: 'square', width, direction })
  const corner = pixels.subarray((2 * width + 2) * 3, (2 * width + 2) * 3 + 3)
  const middles = pixels.subarray((width * 3 * width) / 2, (width * 3 * width) / 2 + 30 * 3)
  for (let at = 0; at < width; at += 8) {
    expect([...pixels.subarray((2 * width + at) * 3, (2 * width + at) * 3 + 3)]).toEqual([...corner])
  }
  expect(new Set(middles).size).toBeGreaterThan(6)
})
