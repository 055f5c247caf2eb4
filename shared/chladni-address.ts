/** Rises when a figure would come out different, so that the pictures may be kept for good under their address. */
export const figureVersion = 'v1'

/** The widths a figure exists in, in pixels. */
export const figureWidths = [160, 320, 480, 640, 960, 1600] as const

/** The cuts a figure exists in, with height ÷ width: the whole plate, a full-bleed hero, a book cover. */
export const figureRatios = { square: 1, wide: 9 / 16, cover: 3 / 2 } as const

/** One of {@link figureWidths}. */
export type FigureWidth = (typeof figureWidths)[number]
/** One of {@link figureRatios}. */
export type FigureVariant = keyof typeof figureRatios
/** One still picture of a figure. */
export type FigureImage = { slug: string; variant: FigureVariant; width: FigureWidth }

/** Height in whole pixels of a cut at a width. */
export function figureHeight(variant: FigureVariant, width: number): number {
  return Math.round(width * figureRatios[variant])
}

/** Where a picture of a figure is served, as a path from the site's root. */
export function figureAddress({ slug, variant, width }: FigureImage): string {
  return `/figures/${figureVersion}/${slug}.${variant}.${width}.webp`
}

/**
 * The picture a file name `{slug}.{variant}.{width}.webp` asks for, or undefined when no picture can have that name.
 */
export function findFigureImage(name: string): FigureImage | undefined {
  const parts = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]+)\.(\d{3,4})\.webp$/.exec(name)
  if (!parts) return undefined
  const [, slug, variant, width] = parts as unknown as [string, string, string, string]
  const known = figureWidths.find((one) => String(one) === width)
  if (known === undefined || !Object.hasOwn(figureRatios, variant)) return undefined
  return { slug, variant: variant as FigureVariant, width: known }
}
