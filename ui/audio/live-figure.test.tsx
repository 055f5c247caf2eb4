import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { figureOf } from '#shared/chladni.ts'
import { randomFrom } from '#shared/chladni-random.ts'
import { bandCount, bandModes, createPlate } from './live-figure-motion.ts'
import { LiveFigure } from './live-figure.tsx'

const loud = Uint8Array.from([220, 190, 150, 120, 90, 70, 60, 40])
const slugs = ['luna-swade', 'rio-swade', 'nova', 'swade', 'era-1983-1993', 'the-hidden-key', 'maestro', 'echo']

test('without script or sound the static figure is shown in its full size', () => {
  const html = renderToStaticMarkup(<LiveFigure slug="rio-swade" size={48} active levels={() => undefined} />)
  expect(html).toContain('/figures/rio-swade.square.160.v2')
  expect(html).toContain('width:48px;height:48px')
  expect(html).toContain('aria-hidden="true"')
  expect(html.match(/opacity-0/g)).toHaveLength(1)
})

test('sand jumps while there is sound, and returns to its old place some time after', () => {
  const plate = createPlate('luna-swade', 400, randomFrom(1))
  const still = plate.positions.slice()
  for (let frame = 0; frame < 60; frame += 1) expect(plate.shake(loud)).toBe(true)
  const moved = plate.positions.filter((place, at) => Math.abs(place - still[at]!) > 0.01).length
  expect(moved).toBeGreaterThan(still.length / 3)
  let frames = 0
  while (plate.shake(undefined)) frames += 1
  expect(frames).toBeGreaterThan(30)
  expect(frames).toBeLessThan(300)
  expect(plate.positions.every((place, at) => Math.abs(place - still[at]!) < 0.003)).toBe(true)
})

test.each(slugs)('no grain of %s leaves the plate', (slug) => {
  const plate = createPlate(slug, 300, randomFrom(7))
  for (let frame = 0; frame < 200; frame += 1) plate.shake(loud)
  expect(plate.positions.every((place) => place >= 0 && place <= 1)).toBe(true)
})

test.each(slugs)('every band of %s has its own wave, finer than the one below', (slug) => {
  const modes = bandModes(figureOf(slug))
  expect(modes).toHaveLength(bandCount)
  expect(new Set(modes.map(({ m, n }) => `${m} ${n}`)).size).toBe(bandCount)
})
