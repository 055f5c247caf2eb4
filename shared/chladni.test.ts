import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amplitudeAt, figureOf, grains, surfaceOf, type Figure, type Motion } from './chladni.ts'
import { swingGrid } from './chladni-surface.ts'

const slug = fc.stringMatching(/^[a-z0-9]{1,12}(-[a-z0-9]{1,8}){0,3}$/)
const place = fc.double({ min: 0, max: 1, noNaN: true })
const mode = fc.record({
  m: fc.integer({ min: 0, max: 12 }),
  n: fc.integer({ min: 0, max: 12 }),
  weight: fc.double({ min: -3, max: 3, noNaN: true }),
})
const motion: fc.Arbitrary<Motion> = fc.record({
  symmetry: fc.constantFrom('plus', 'minus', 'round', 'star', 'bar'),
  modes: fc.array(mode, { maxLength: 5 }),
})

test('the same slug always gives the same figure', () => {
  fc.assert(fc.property(slug, (text) => JSON.stringify(figureOf(text)) === JSON.stringify(figureOf(text))))
})

test('figures never change, because visitors have seen and shared them', () => {
  expect(figureOf('vesper-swade')).toEqual({
    symmetry: 'plus',
    modes: [
      { m: 5, n: 7, weight: 1 },
      { m: 3, n: 9, weight: -0.325 },
      { m: 3, n: 7, weight: -0.339 },
    ],
    hue: 282,
    seed: 1531427468,
  })
})

test('every figure has a hue in degrees, modes that move, and a valid plate', () => {
  fc.assert(
    fc.property(slug, (text) => {
      const figure = figureOf(text)
      expect(Number.isInteger(figure.hue) && figure.hue >= 0 && figure.hue < 360).toBe(true)
      expect(['plus', 'minus', 'round', 'star']).toContain(figure.symmetry)
      expect(figure.modes.length).toBeGreaterThanOrEqual(2)
      if (figure.symmetry === 'minus') for (const { m, n } of figure.modes) expect(m).not.toBe(n)
    }),
  )
})

test('no point of any plate has an amplitude above 1, whatever the modes', () => {
  fc.assert(
    fc.property(motion, place, place, (moving, x, y) => {
      const swing = amplitudeAt(moving, x, y)
      expect(Math.abs(swing)).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})

test('a plate without movement is at rest everywhere', () => {
  expect(amplitudeAt({ symmetry: 'plus', modes: [] }, 0.3, 0.7)).toBe(0)
  expect(amplitudeAt({ symmetry: 'round', modes: [{ m: 1, n: 3, weight: 0 }] }, 0.3, 0.7)).toBe(0)
})

test('the fast grid gives the same amplitudes as the surface', () => {
  fc.assert(
    fc.property(
      motion,
      fc.array(place, { minLength: 1, maxLength: 5 }),
      fc.array(place, { minLength: 1, maxLength: 5 }),
      (moving, xs, ys) => {
        const surface = surfaceOf(moving)
        const grid = swingGrid(moving, xs, ys)
        ys.forEach((y, row) =>
          xs.forEach((x, column) => expect(grid[row * xs.length + column]).toBeCloseTo(surface(x, y), 5)),
        )
      },
    ),
  )
})

test('an antisymmetric square plate is at rest on the diagonal', () => {
  const modes = [{ m: 2, n: 5, weight: 1 }]
  for (const at of [0.1, 0.37, 0.8]) expect(amplitudeAt({ symmetry: 'minus', modes }, at, at)).toBeCloseTo(0, 12)
})

test('a disc with four nodal diameters is at rest on each of them', () => {
  const disc: Motion = { symmetry: 'round', modes: [{ m: 1, n: 4, weight: 1 }] }
  for (let line = 0; line < 8; line += 1) {
    const angle = Math.PI / 8 + (line * Math.PI) / 4
    expect(amplitudeAt(disc, 0.5 + 0.3 * Math.sin(angle), 0.5 - 0.3 * Math.cos(angle))).toBeCloseTo(0, 9)
  }
})

test('the rings of a disc are where the Bessel function is zero', () => {
  const disc: Motion = { symmetry: 'round', modes: [{ m: 1, n: 0, weight: 1 }] }
  // k = 2π · 1.25, and 2.404825557… is the first zero of J0.
  const radius = 2.404825557695773 / (2 * Math.PI * 1.25)
  expect(amplitudeAt(disc, 0.5 + radius, 0.5)).toBeCloseTo(0, 3)
  expect(amplitudeAt(disc, 0.5, 0.5)).toBeCloseTo(1, 9)
})

test('sand lies where the plate is at rest: nine of ten grains move less than the plate on average', () => {
  for (const text of ['vesper-swade', 'rio-swade', 'ember-swade', 'kairo-swade', 'home']) {
    const figure = figureOf(text)
    const surface = surfaceOf(figure)
    const sand = grains(figure, 4000)
    const swings = Array.from({ length: 4000 }, (_, grain) => Math.abs(surface(sand[grain * 2]!, sand[grain * 2 + 1]!)))
    const usual = meanSwing(figure)
    expect(swings.filter((swing) => swing < usual).length / 4000).toBeGreaterThan(0.85)
    expect(median(swings)).toBeLessThan(usual * 0.35)
  }
})

test('the same figure has the same grains, in the requested number, all on the plate', () => {
  fc.assert(
    fc.property(slug, fc.integer({ min: 0, max: 300 }), (text, count) => {
      const figure = figureOf(text)
      const sand = grains(figure, count)
      expect(sand.length).toBe(count * 2)
      expect(sand).toEqual(grains(figure, count))
      const isRound = figure.symmetry === 'round' || figure.symmetry === 'star'
      for (let at = 0; at < sand.length; at += 2) {
        const [x, y] = [sand[at]!, sand[at + 1]!]
        expect(isRound ? Math.hypot(x - 0.5, y - 0.5) <= 0.503 : x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true)
      }
    }),
    { numRuns: 12 },
  )
})

test('a frame without an edge is covered to its corners', () => {
  const frame = { left: -0.5, top: -0.25, width: 2, height: 1.5 }
  const sand = grains(figureOf('rio-swade'), 5000, { frame, edge: 'none' })
  const corners = new Set<string>()
  for (let at = 0; at < sand.length; at += 2) {
    if (sand[at]! < -0.3 || sand[at]! > 1.3) corners.add(`${sand[at]! < 0.5}:${sand[at + 1]! < 0.5}`)
  }
  expect(corners.size).toBe(4)
})

test('no two figures of the roster look alike', () => {
  const slugs = 'atlas ember juno kairo luma nova onyx rio sable vesper zuri'.split(' ').map((name) => `${name}-swade`)
  slugs.push(
    'ai-fun-profit',
    'building-websites-lovable',
    'indie-music-ai-guide',
    'indie-music-ai-guide-2',
    'swade-real-ai-music',
  )
  const pictures = slugs.map((text) => thumbnail(figureOf(text)))
  for (let one = 0; one < slugs.length; one += 1) {
    for (let other = one + 1; other < slugs.length; other += 1) {
      expect(likeness(pictures[one]!, pictures[other]!), `${slugs[one]} and ${slugs[other]}`).toBeLessThan(0.75)
    }
  }
})

function meanSwing(figure: Figure): number {
  const steps = Array.from({ length: 60 }, (_, step) => (step + 0.5) / 60)
  const grid = swingGrid(figure, steps, steps)
  return grid.reduce((sum, swing) => sum + Math.abs(swing), 0) / grid.length
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}

/** Sand on a lattice of 20 by 20, as a thumbnail shows it. */
function thumbnail(figure: Figure): number[] {
  const cells = Array.from({ length: 400 }, () => 0)
  const sand = grains(figure, 12_000)
  for (let at = 0; at < sand.length; at += 2) {
    const column = Math.min(19, Math.floor(sand[at]! * 20))
    cells[Math.min(19, Math.floor(sand[at + 1]! * 20)) * 20 + column]! += 1
  }
  return cells
}

/** Pearson's correlation. */
function likeness(one: number[], other: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanOne, meanOther] = [mean(one), mean(other)]
  let [both, first, second] = [0, 0, 0]
  one.forEach((value, index) => {
    const [a, b] = [value - meanOne, other[index]! - meanOther]
    both += a * b
    first += a * a
    second += b * b
  })
  return both / Math.sqrt(first * second)
}
