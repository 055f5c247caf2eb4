import { hashOf, randomFrom } from './chladni-random.ts'
import type { Mode, Motion, Symmetry } from './chladni-surface.ts'

export { grains, plateFrame, type Frame } from './chladni-sand.ts'
export { amplitudeAt, surfaceOf, type Mode, type Motion, type Symmetry } from './chladni-surface.ts'

/**
 * Generated artwork of an artist, book, platform, era or issue: a Chladni figure. `hue` is an OKLCH hue angle, an
 * integer 0–359; `seed` an unsigned 32-bit integer that determines the grains.
 */
export type Figure = Motion & { modes: Mode[]; hue: number; seed: number }

/** Changing anything below changes all artwork: increase `figureVersion`, too. */
const salt = 'swade-1'

/**
 * Returns the figure of a slug; deterministic, and different for different slugs.
 *
 * @param slug Any text; by custom a slug such as `luna-swade`.
 */
export function figureOf(slug: string): Figure {
  const seed = hashOf(`${salt}:${slug}`)
  const random = randomFrom(seed)
  const hue = Math.floor(random() * 360)
  const symmetry = pick(random, ['plus', 'minus', 'round', 'plus', 'minus', 'star'] as const)
  return { symmetry, modes: modesOf[symmetry](random), hue, seed }
}

type Random = () => number

const modesOf: Record<Exclude<Symmetry, 'bar'>, (random: Random) => Mode[]> = {
  plus: squareModes,
  minus: squareModes,
  round: roundModes,
  star: starModes,
}

type Pair = readonly [m: number, n: number]

/**
 * Pairs of equal symmetry, so that their sum keeps it; none so fine that it blurs on a card. The third family is
 * symmetric over one diagonal only and is picked less often.
 */
const squareFamilies: readonly { carrying: readonly Pair[]; bending: readonly Pair[] }[] = [
  {
    carrying: [
      [2, 6],
      [4, 6],
      [0, 6],
      [2, 8],
      [4, 8],
    ],
    bending: [
      [0, 4],
      [2, 4],
      [0, 2],
      [0, 8],
      [6, 8],
    ],
  },
  {
    carrying: [
      [1, 5],
      [3, 5],
      [1, 7],
      [3, 7],
      [5, 7],
    ],
    bending: [
      [1, 3],
      [1, 9],
      [3, 9],
      [5, 9],
    ],
  },
  {
    carrying: [
      [2, 6],
      [4, 6],
      [0, 6],
      [2, 8],
      [0, 8],
    ],
    bending: [
      [2, 4],
      [4, 8],
      [6, 8],
      [2, 10],
    ],
  },
  {
    carrying: [
      [1, 5],
      [3, 5],
      [1, 7],
      [3, 7],
      [5, 7],
    ],
    bending: [
      [1, 3],
      [3, 9],
      [7, 9],
      [1, 9],
    ],
  },
  {
    carrying: [
      [1, 6],
      [2, 5],
      [3, 6],
      [2, 7],
      [4, 7],
    ],
    bending: [
      [1, 4],
      [2, 3],
      [0, 5],
      [1, 8],
    ],
  },
]

function squareModes(random: Random): Mode[] {
  const family = pick(random, squareFamilies)
  const [carrying, bending] = [pick(random, family.carrying), pick(random, family.bending)]
  const hint = pick(
    random,
    family.carrying.filter((pair) => pair !== carrying),
  )
  return [
    { m: carrying[0], n: carrying[1], weight: 1 },
    { m: bending[0], n: bending[1], weight: round(between(random, 0.3, 0.9) * sign(random)) },
    { m: hint[0], n: hint[1], weight: round(between(random, 0.1, 0.6) * sign(random)) },
  ]
}

/** Returns modes of a flower with rings: the diameters give the petals, the rings bend them. */
function roundModes(random: Random): Mode[] {
  const petals = 3 + Math.floor(random() * 6)
  return [
    { m: 1 + Math.floor(random() * 2), n: petals, weight: 1 },
    { m: 2 + Math.floor(random() * 3), n: 0, weight: round(between(random, 0.35, 0.9) * sign(random)) },
    { m: Math.floor(random() * 2), n: petals * 2, weight: round(between(random, 0, 0.5) * sign(random)) },
  ]
}

function starModes(random: Random): Mode[] {
  const directions = pick(random, [3, 4, 5] as const)
  const waves = 8 + Math.floor(random() * 4)
  return [
    { m: waves, n: directions, weight: 1 },
    {
      m: round(waves * between(random, 0.45, 0.7)),
      n: directions,
      weight: round(between(random, 0.3, 0.9) * sign(random)),
    },
  ]
}

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!
}

function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

function sign(random: Random): 1 | -1 {
  return random() < 0.5 ? 1 : -1
}

function round(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
