import type { ArtMaterial } from '#shared/art-direction.ts'
import type { Drawing } from './drawing.ts'
import { ink, mercury, oil, water } from './liquids.ts'
import { engraving, light, thread } from './lines.ts'
import { ash, sand, smoke } from './particles.ts'
import { chalk, filings, frost } from './strokes.ts'

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
