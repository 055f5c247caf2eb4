import { type ArtDirection, artDirectionKey } from '#shared/art-direction.ts'
import { figureHeight, type FigureVariant } from '#shared/chladni-address.ts'
import { hashOf, randomFrom } from '#shared/chladni-random.ts'
import { figureOf, type Frame } from '#shared/chladni.ts'
import { colourLayers } from './colours.ts'
import { computeField } from './field.ts'
import { applyFrame } from './frames.ts'
import { createLayers, repeatEdges } from './layers.ts'
import { drawMaterial } from './materials.ts'

/** An image to draw, `width` pixels wide. */
export type ArtworkTask = { slug: string; variant: FigureVariant; width: number; direction: ArtDirection }

/** Pixels of an image: red, green and blue, 0–255, row by row. */
export type ArtworkPixels = { pixels: Uint8Array<ArrayBuffer>; width: number; height: number }

/** Width of the visible part of the endless plate, in plate widths: sparse plates are shown larger. */
const closeness = { sparse: 0.62, even: 0.84, full: 1.1 } as const

/** Draws the artwork of a slug by its direction. The same task gives the same pixels. */
export function drawArtwork({ slug, variant, width, direction }: ArtworkTask): ArtworkPixels {
  const height = figureHeight(variant, width)
  const seed = hashOf(`${slug}:${artDirectionKey(direction)}`)
  // The shorter side shows the same part of the plate in every variant.
  const span = closeness[direction.density] * Math.max(1, width / height)
  const frame: Frame = {
    left: 0.5 - span / 2,
    top: 0.5 - (span * height) / width / 2,
    width: span,
    height: (span * height) / width,
  }
  const layers = createLayers(width, height, width / Math.max(1, width / height))
  const field = computeField(figureOf(slug), frame, width, height)
  // From here on lengths are in widths of the image, not of the plate.
  for (let at = 0; at < field.swing.length; at += 1) {
    field.slopeX[at]! *= span / Math.max(1, width / height)
    field.slopeY[at]! *= span / Math.max(1, width / height)
  }
  const scaled = { ...field, usualSlope: (field.usualSlope * span) / Math.max(1, width / height) }
  drawMaterial[direction.material]({
    field: scaled,
    layers,
    random: randomFrom(seed),
    seed,
    density: direction.density,
  })
  repeatEdges(layers)
  applyFrame(layers, direction.frame)
  return { pixels: colourLayers(layers, direction), width, height }
}
