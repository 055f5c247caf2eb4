import { createContext, useContext } from 'react'
import { figureAddress, type FigureImage, type FigureVariant, figureWidths } from '#shared/chladni-address.ts'

/** Keys of art directions by slug; figures in sand have none. */
export type FigureKeys = ReadonlyMap<string, string>

/** Keys of the art directions of the site, for the addresses of figure images. */
export const FigureKeysContext = createContext<FigureKeys>(new Map())

/** Images of the owner in place of artwork that belongs to a page, by its slug. */
export const PageImagesContext = createContext<Readonly<Record<string, { image: string; alt: string }>>>({})

/** Returns the owner's image in place of an artwork, and undefined where there is none. */
export function usePageImage(slug: string): { image: string; alt: string } | undefined {
  return useContext(PageImagesContext)[slug]
}

/**
 * Reads the keys as the server sends them.
 *
 * @param keys `slug:key`, separated by spaces.
 */
export function readFigureKeys(keys: string): FigureKeys {
  return new Map(keys.split(' ').map((pair) => pair.split(':') as [string, string]))
}

/** Returns a function that returns the path of a figure image with the key of its art direction. */
export function useFigureAddress(): (image: FigureImage) => string {
  const keys = useContext(FigureKeysContext)
  return (image) => figureAddress(image, keys.get(image.slug))
}

/** Returns the `srcset` of all widths of a figure. */
export function figureSet(addressOf: (image: FigureImage) => string, slug: string, variant: FigureVariant): string {
  return figureWidths.map((width) => `${addressOf({ slug, variant, width })} ${width}w`).join(', ')
}
