import type { ArtDirection } from '#shared/art-direction.ts'
import { figureAddress, type FigureImage } from '#shared/chladni-address.ts'
import { artworkKey } from './render-artwork.ts'

/** Contributions that features make to the art directions of the site. */
export type DirectionSources = {
  /** Looks up the direction of one slug. */
  find(): readonly ((slug: string) => ArtDirection | undefined)[]
  /** Lists the slugs that pages show and whose directions `find` knows. */
  slugs(): readonly (() => readonly string[])[]
}

/** Art directions of the site, and the addresses of images that depend on them. */
export type FigureDirections = {
  /** Returns the current art direction of a slug; undefined for figures in sand. */
  of(slug: string): ArtDirection | undefined
  /** Returns the path of an image with the key of its current direction. */
  addressOf(image: FigureImage): string
  /** Returns the keys of all listed slugs for pages: `slug:key`, separated by spaces. */
  keys(): string
}

/** Creates the lookup. Directions are read on each use, since the owner may change them. */
export function createFigureDirections({ find, slugs }: DirectionSources): FigureDirections {
  const of = (slug: string) => {
    for (const findOne of find()) {
      const found = findOne(slug)
      if (found) return found
    }
    return undefined
  }
  const keyOf = (slug: string) => {
    const direction = of(slug)
    return direction && artworkKey(direction)
  }
  return {
    of,
    addressOf: (image) => figureAddress(image, keyOf(image.slug)),
    keys() {
      const listed = new Set(slugs().flatMap((list) => list()))
      return [...listed]
        .flatMap((slug) => {
          const key = keyOf(slug)
          return key === undefined ? [] : `${slug}:${key}`
        })
        .join(' ')
    },
  }
}
