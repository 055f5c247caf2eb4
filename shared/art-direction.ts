import { hashOf, randomFrom } from './chladni-random.ts'

/** Materials on the plate. `engraving` is the technique of the publisher's book covers and not chosen by derivation. */
export const artMaterials = [
  'sand',
  'ink',
  'filings',
  'frost',
  'smoke',
  'thread',
  'light',
  'oil',
  'chalk',
  'mercury',
  'ash',
  'water',
  'engraving',
] as const

/** One of {@link artMaterials}. */
export type ArtMaterial = (typeof artMaterials)[number]

/** Densities of the figure on the plate, from few wide forms to many fine ones. */
export const artDensities = ['sparse', 'even', 'full'] as const

/** One of {@link artDensities}. */
export type ArtDensity = (typeof artDensities)[number]

/** Surroundings of the figure: nothing, a round plate, or the wide margin of a print. */
export const artFrames = ['bleed', 'circle', 'plate'] as const

/** Labels of {@link artFrames} in forms. */
export const artFrameLabels = { bleed: 'none', circle: 'circle', plate: 'wide margin' } as const

/** One of {@link artFrames}. */
export type ArtFrame = (typeof artFrames)[number]

/** Art direction of an artist, a book or a collection. Colours are `#rrggbb`. */
export type ArtDirection = {
  material: ArtMaterial
  /** Colour of the plate. */
  ground: string
  /** Colour of the drawing. */
  ink: string
  density: ArtDensity
  frame: ArtFrame
}

type Pair = readonly [ground: string, ink: string]

/** Pairs of colours that suit a material, each with a contrast of at least 4.5:1. */
const pairs: Record<ArtMaterial, readonly [Pair, ...Pair[]]> = {
  sand: [
    ['#f3e3c9', '#93401f'],
    ['#4a2a20', '#f0c994'],
    ['#2f4032', '#e8d6a8'],
  ],
  ink: [
    ['#f4efe4', '#1d2a6b'],
    ['#f2e9e1', '#8a1538'],
    ['#eef0e6', '#0f5145'],
  ],
  filings: [
    ['#e2472c', '#120a0a'],
    ['#d9d4c7', '#20242a'],
    ['#e3b23c', '#1f1a12'],
  ],
  frost: [
    ['#14284a', '#eaf5ff'],
    ['#0f3b3a', '#e6fbf4'],
    ['#3b1f45', '#f6ecff'],
  ],
  smoke: [
    ['#15130f', '#e2c79a'],
    ['#121a1c', '#b9d8d3'],
    ['#221218', '#efb7b0'],
  ],
  thread: [
    ['#f2b61c', '#123a8f'],
    ['#f0e6d6', '#a11f2b'],
    ['#1f5c4a', '#f7d9a6'],
  ],
  light: [
    ['#0d0b26', '#ff6aa8'],
    ['#07161a', '#6ff0d0'],
    ['#170d05', '#ffb347'],
  ],
  oil: [
    ['#f3b886', '#6b1030'],
    ['#0f4a48', '#f5c19b'],
    ['#e9d7f0', '#3e1a6b'],
  ],
  chalk: [
    ['#1f4034', '#f4f0e0'],
    ['#2b2f36', '#f2e6c9'],
    ['#5a2328', '#fbe9dc'],
  ],
  mercury: [
    ['#8f1a5b', '#fdeef4'],
    ['#0c5c7a', '#eef8fb'],
    ['#27262b', '#e9e6e0'],
  ],
  ash: [
    ['#2a1a14', '#ff8a3d'],
    ['#dcd6cc', '#3a2a26'],
    ['#26303a', '#f0d9c8'],
  ],
  water: [
    ['#06394a', '#c4f0e8'],
    ['#0b3d2c', '#d9f2b8'],
    ['#27305f', '#dfe6ff'],
  ],
  engraving: [
    ['#f0b429', '#20180a'],
    ['#e8553a', '#1f0d0a'],
    ['#bcd9c6', '#12352a'],
    ['#f1c7cf', '#561328'],
    ['#b9d3ee', '#14285a'],
    ['#ece2cf', '#2a211a'],
  ],
}

/**
 * Derives an art direction from a slug: the direction of whatever has none of its own, such as a new artist.
 *
 * @param material Limits the derivation to one material.
 * @returns The same direction for the same slug on every machine.
 */
export function deriveArtDirection(slug: string, material?: ArtMaterial): ArtDirection {
  const random = randomFrom(hashOf(`art-1:${slug}`))
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!
  const chosen = pick(artMaterials.filter((one) => one !== 'engraving'))
  const used = material ?? chosen
  const [ground, ink] = pick(pairs[used])
  return { material: used, ground, ink, density: pick(artDensities), frame: pick(['bleed', 'bleed', 'circle']) }
}

/**
 * Returns the direction of an NFT collection: its artist's, as a print with a margin.
 *
 * @param artist Direction of the artist; without one it is derived from the slug of the collection.
 */
export function collectionArtDirection(slug: string, artist: ArtDirection | undefined): ArtDirection {
  return { ...(artist ?? deriveArtDirection(slug)), frame: 'plate' }
}

/** Returns a short text that differs for different directions, for cache keys. */
export function artDirectionKey({ material, ground, ink, density, frame }: ArtDirection): string {
  return `${material}-${ground.slice(1)}-${ink.slice(1)}-${density}-${frame}`
}
