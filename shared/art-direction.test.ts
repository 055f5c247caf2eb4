import { expect, test } from 'vitest'
import { artDirectionKey, artMaterials, deriveArtDirection } from './art-direction.ts'
import { artDirectionSchema } from './art-direction-schema.ts'
import { contrastOf, hueOf } from './colours.ts'

const slugs = Array.from({ length: 600 }, (_, index) => `new-artist-${index}-swade`)

test('every derived direction is valid in a content file, including readable colors', () => {
  for (const slug of slugs) {
    for (const material of [undefined, 'engraving'] as const) {
      const direction = deriveArtDirection(slug, material)
      expect(artDirectionSchema.parse(direction), slug).toEqual(direction)
      expect(contrastOf(direction.ground, direction.ink), slug).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('a slug always has the same direction, and many slugs use every material of artists', () => {
  expect(deriveArtDirection('mika-swade')).toEqual(deriveArtDirection('mika-swade'))
  const used = new Set(slugs.map((slug) => deriveArtDirection(slug).material))
  expect([...used].toSorted()).toEqual(artMaterials.filter((one) => one !== 'engraving').toSorted())
  expect(new Set(slugs.map((slug) => artDirectionKey(deriveArtDirection(slug)))).size).toBeGreaterThan(150)
})

test.each([
  [{ ink: '#f4efe5' }, 'ink'],
  [{ ink: 'red' }, 'ink'],
  [{ ground: '#FFF' }, 'ground'],
  [{ ground: '' }, 'ground'],
  [{ ground: '#ffffff;--x:1' }, 'ground'],
  [{ material: 'glitter' }, 'material'],
  [{ frame: undefined }, 'frame'],
])('a direction with %j is rejected at %s', (change, path) => {
  const whole = { material: 'ink', ground: '#f4efe4', ink: '#1d2a6b', density: 'even', frame: 'bleed' }
  const issues = artDirectionSchema.safeParse({ ...whole, ...change }).error?.issues ?? []
  expect(issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

test('contrast follows WCAG, and hues follow OKLCH', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(hueOf('#ff0000')).toBe(29)
  expect(hueOf('#f4f0e0', '#1f4034')).toBe(hueOf('#1f4034'))
})
