/** Version of the sand figures, which are cached forever under their URL; increase it when figures change. */
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

/**
 * Returns the path of a figure image. The key is part of it, so that another picture has another address and browsers
 * keep each one for good.
 *
 * @param key Key of the current art direction of the slug; undefined for figures in sand and where it is unknown: the
 * current image is then served and cached for a minute.
 */
export function figureAddress({ slug, variant, width }: FigureImage, key: string | undefined): string {
  return `/figures/${slug}.${variant}.${width}.${key ?? figureVersion}`
}

/** Parses a file name `{slug}.{variant}.{width}.{key}`; returns undefined for an invalid name. */
export function findFigureImage(name: string): (FigureImage & { key: string }) | undefined {
  const parts = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]+)\.(\d{3,4})\.([a-z0-9]{2,12})$/.exec(name)
  if (!parts) return undefined
  const [, slug, variant, width, key] = parts as unknown as [string, string, string, string, string]
  const known = figureWidths.find((one) => String(one) === width)
  if (known === undefined || !Object.hasOwn(figureRatios, variant)) return undefined
  return { slug, variant: variant as FigureVariant, width: known, key }
}
