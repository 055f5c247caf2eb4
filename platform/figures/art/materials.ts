import type { ArtDensity, ArtMaterial } from '#shared/art-direction.ts'
import type { Field } from './field.ts'
import type { Layers } from './layers.ts'
import { ink, mercury, oil, water } from './liquids.ts'
import { engraving, light, thread } from './lines.ts'
import { ash, sand, smoke } from './particles.ts'
import { chalk, filings, frost } from './strokes.ts'

/** What a material is drawn from. `random` gives numbers 0–1 and is the same for the same slug. */
export type Drawing = { field: Field; layers: Layers; random: () => number; seed: number; density: ArtDensity }

/** Draws each material on the field of a figure. */
export const drawMaterial: Record<ArtMaterial, (drawing: Drawing) => void> = {
  sand,
  ink,
  filings,
  frost,
  smoke,
  thread,
  light,
  oil,
  chalk,
  mercury,
  ash,
  water,
  engraving,
}
