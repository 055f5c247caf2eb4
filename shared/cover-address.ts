/* Where the picture on a book's cover is. On the floor, because the library, the reader and the player all show it. */

/**
 * Widths in pixels in which an uploaded cover is kept, the widest last; all of them are 148 to 210, as the printed
 * ones.
 */
export const coverWidths = [240, 480, 740] as const

/** The height of a cover of that width. */
export const coverHeight = (width: number) => Math.round((width * 210) / 148)

/**
 * Where an uploaded cover is, in one of its sizes.
 *
 * @param picture 16 hex characters that name the picture.
 * @param width One of {@link coverWidths}.
 */
export function coverAddress(bookId: string, picture: string, width: number): string {
  return `/media/books/${bookId}/cover-${picture}-${width}.webp`
}

/**
 * All sizes of an uploaded cover as the `srcset` of an image; undefined for a picture from elsewhere, which has one
 * size.
 */
export function coverSet(coverImage: string): string | undefined {
  const widest = /^(\/media\/books\/.*)-740\.webp$/.exec(coverImage)?.[1]
  return widest && coverWidths.map((width) => `${widest}-${width}.webp ${width}w`).join(', ')
}
