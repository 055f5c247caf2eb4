/* Where an artist's recordings are. Beside the contract, so that pages can use it without the schemas. */

/** Where the outline of an artist's featured track is: a `TrackWaveform`. */
export function trackWaveformPath(slug: string): string {
  return `/media/artists/${slug}/waveform.json`
}

/** Where the levels of an artist's featured track are: a `TrackLevels`. A station points its listeners there. */
export function trackLevelsPath(slug: string): string {
  return `/media/artists/${slug}/levels.json`
}

/** The address of one of an artist's files. */
export function artistMediaPath(slug: string, file: string): string {
  return `/media/artists/${slug}/${file}`
}

/** The widths in pixels in which a picture that was sent here is kept; the widest has no width in its name. */
export const imageWidths = [480, 960, 1600] as const

/** The file of one width of a picture that was sent here. */
export function imageFile(name: string, width: (typeof imageWidths)[number]): string {
  return width === imageWidths[2] ? `${name}.webp` : `${name}-${width}.webp`
}

/**
 * All widths of an artist's picture, as in the `srcset` of an image.
 *
 * @param image The artist's `image`.
 * @returns undefined when it was not sent here.
 */
export function imageSet(image: string): string | undefined {
  const [, folder, name] = /^(\/media\/artists\/[a-z0-9-]+\/)([0-9a-f]{32})\.webp$/.exec(image) ?? []
  return folder && name
    ? imageWidths.map((width) => `${folder}${imageFile(name, width)} ${width}w`).join(', ')
    : undefined
}

/** Whether a file of an artist was sent here; the others lie beside artist.yaml. */
export function isUploadedFile(file: string): boolean {
  return /^[0-9a-f]{32}(-\d+)?\.(mp3|webm|mp4|webp)$/.test(file)
}

/** Where a file that was sent here lies in storage. */
export function uploadedFileKey(slug: string, file: string): string {
  return `artists/${slug}/${file}`
}
