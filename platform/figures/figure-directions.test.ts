import { expect, test } from 'vitest'
import { type ArtDirection, deriveArtDirection } from '#shared/art-direction.ts'
import { createFigureDirections } from './figure-directions.ts'
import { artworkKey } from './render-artwork.ts'

const image = (slug: string) => ({ slug, variant: 'square', width: 320 }) as const

test('addresses follow edits of a direction, and the first feature that knows a slug takes precedence', () => {
  const [ink, oil] = [deriveArtDirection('rio-swade', 'ink'), deriveArtDirection('rio-swade', 'oil')]
  const known = new Map<string, ArtDirection>([['rio-swade', ink]])
  const directions = createFigureDirections({
    find: () => [(slug) => known.get(slug), (slug) => (slug === 'rio-swade' ? oil : undefined)],
    slugs: () => [() => [...known.keys()], () => ['rio-swade', 'unknown']],
  })
  expect(directions.of('rio-swade')).toBe(ink)
  expect(directions.addressOf(image('rio-swade'))).toBe(`/figures/rio-swade.square.320.${artworkKey(ink)}`)
  expect(directions.addressOf(image('journey'))).toBe('/figures/journey.square.320.v2')
  expect(directions.keys()).toBe(`rio-swade:${artworkKey(ink)}`)

  known.set('rio-swade', oil).set('nova-swade', ink)
  expect(directions.addressOf(image('rio-swade'))).toBe(`/figures/rio-swade.square.320.${artworkKey(oil)}`)
  expect(directions.keys()).toBe(`rio-swade:${artworkKey(oil)} nova-swade:${artworkKey(ink)}`)
})
