import { setImmediate as nextTurn } from 'node:timers/promises'
import { sharp } from '#platform/sharp.ts'
import { figureHeight, type FigureImage, type FigureVariant } from '#shared/chladni-address.ts'
import { figureOf, grains, type Figure, type Frame } from '#shared/chladni.ts'
import { palette, rgbOf, tintedSand } from './art/palette.ts'
import { rasterSand, type Opacity } from './sand-raster.ts'

type Cut = { frame: Frame; edge: 'free' | 'none'; grainCount: number }

/** The square shows the plate with a small margin; the others are cut out of the middle of an endless plate. */
const cuts: Record<FigureVariant, Cut> = {
  square: { frame: { left: -0.035, top: -0.035, width: 1.07, height: 1.07 }, edge: 'free', grainCount: 42_000 },
  wide: { frame: { left: -0.1, top: 0.1625, width: 1.2, height: 0.675 }, edge: 'none', grainCount: 44_000 },
  cover: { frame: { left: 0, top: -0.25, width: 1, height: 1.5 }, edge: 'none', grainCount: 50_000 },
  portrait: { frame: { left: 0, top: -0.125, width: 1, height: 1.25 }, edge: 'none', grainCount: 46_000 },
}

/**
 * Renders the figure of a slug: grains of sand on a transparent background, for dark backgrounds. The same slug,
 * variant and width always give the same bytes with the same encoder version.
 *
 * @returns A WebP image with transparency.
 */
export async function renderFigure({ slug, variant, width }: FigureImage): Promise<Buffer> {
  const figure = figureOf(slug)
  const { frame, edge, grainCount } = cuts[variant]
  const height = figureHeight(variant, width)
  const positions = grains(figure, grainCount, { frame, edge })
  // Yield to the event loop between the two expensive steps.
  await nextTurn()
  const opacity = rasterSand(positions, frame, { width, height }, figure.seed)
  await nextTurn()
  return sharp(tinted(opacity, figure), { raw: { width, height, channels: 4 } })
    .webp({ quality: 30, alphaQuality: alphaQualityFor(width), effort: 1 })
    .toBuffer()
}

/** The alpha channel makes most of the bytes, and few levels are enough for grains. */
function alphaQualityFor(width: number): number {
  if (width <= 160) return 30
  return width <= 480 ? 10 : 5
}

/** Colours the opacity map with a gradient from sand to the figure's tint. */
function tinted({ pixels, width, height }: Opacity, figure: Figure): Uint8Array {
  const [near, far] = [rgbOf(palette.sand), rgbOf(tintedSand(figure.hue))]
  const steps = Uint32Array.from({ length: 64 }, (_, step) => {
    const [red, green, blue] = near.map((channel, index) => Math.round(channel + ((far[index]! - channel) * step) / 63))
    return red! | (green! << 8) | (blue! << 16)
  })
  // One 32-bit write per pixel: red is the lowest byte on all machines that run Node.
  const colours = new Uint32Array(width * height)
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 1) {
      const step = Math.floor((32 * column) / width + (32 * row) / height)
      colours[at] = steps[step]! | (pixels[at]! << 24)
    }
  }
  return new Uint8Array(colours.buffer)
}
