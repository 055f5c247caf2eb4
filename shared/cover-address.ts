/* URLs of book covers. In shared/, because the library, the reader and the player use them. */

/** Stored widths of uploaded covers in pixels, ascending; the aspect ratio is 148:210. */
export const coverWidths = [240, 480, 740] as const

/** Returns the height of a cover of a given width. */
export const coverHeight = (width: number) => Math.round((width * 210) / 148)

/**
 * Returns the path of an uploaded cover in one size.
 *
 * @param image 16 hex characters that identify the image.
 * @param width One of {@link coverWidths}.
 */
export function coverAddress(bookId: string, image: string, width: number): string {
  return `/media/books/${bookId}/cover-${image}-${width}.webp`
}

/** Returns the `srcset` of an uploaded cover; undefined for other images, which have one size. */
export function coverSet(coverImage: string): string | undefined {
  const widest = /^(\/media\/books\/.*)-740\.webp$/.exec(coverImage)?.[1]
  return widest && coverWidths.map((width) => `${widest}-${width}.webp ${width}w`).join(', ')
}
