/** Version of the figure images, which are cached forever under their URL; increase it when figures change. */
export const figureVersion = 'v2'

/** Widths of figure images, in pixels. */
export const figureWidths = [160, 320, 480, 640, 960, 1600] as const

/** Variants of figure images with height ÷ width: the whole plate, a full-bleed hero, a book cover, a portrait. */
export const figureRatios = { square: 1, wide: 9 / 16, cover: 3 / 2, portrait: 5 / 4 } as const

/** One of {@link figureWidths}. */
type FigureWidth = (typeof figureWidths)[number]
/** One of {@link figureRatios}. */
export type FigureVariant = keyof typeof figureRatios
/** A still image of a figure. */
export type FigureImage = { slug: string; variant: FigureVariant; width: FigureWidth }

/** Returns the height of a variant in pixels. */
export function figureHeight(variant: FigureVariant, width: number): number {
  return Math.round(width * figureRatios[variant])
}

/** Returns the path of a figure image. */
export function figureAddress({ slug, variant, width }: FigureImage): string {
  return `/figures/${figureVersion}/${slug}.${variant}.${width}.webp`
}

/** Parses a file name `{slug}.{variant}.{width}.webp`; returns undefined for an invalid name. */
export function findFigureImage(name: string): FigureImage | undefined {
  const parts = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]+)\.(\d{3,4})\.webp$/.exec(name)
  if (!parts) return undefined
  const [, slug, variant, width] = parts as unknown as [string, string, string, string]
  const known = figureWidths.find((one) => String(one) === width)
  if (known === undefined || !Object.hasOwn(figureRatios, variant)) return undefined
  return { slug, variant: variant as FigureVariant, width: known }
}
