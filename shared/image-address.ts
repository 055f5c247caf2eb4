/* Addresses of uploaded images. Without schemas, so that pages can use them. */

/** Widths in pixels of an uploaded image; the file name of the widest has no width. */
export const imageWidths = [480, 960, 1600] as const

/** One of them. */
export type ImageWidth = (typeof imageWidths)[number]

/** Returns the file name of one width of an uploaded image. */
export function imageFile(name: string, width: ImageWidth = 1600): string {
  return width === 1600 ? `${name}.webp` : `${name}-${width}.webp`
}

/** Returns the address of an uploaded image by its file name; the files of artists have addresses of their own. */
export function imagePath(file: string): string {
  return `/media/images/${file}`
}

/** Returns the path below which images of an entry are uploaded, one for each kind of upload. */
export const imageUploadBase = (kind: string, key: string) => `/api/owner/images/${kind}/${key}`

/** `POST`, multipart with one `file`: uploads an image for an entry; the reply has its address as `value`. */
export const imageUploadPath = (kind: string, key: string) => `${imageUploadBase(kind, key)}/image`

/**
 * Returns all widths of an uploaded image as a `srcset`.
 *
 * @param address Its address, which is that of the widest.
 * @returns undefined for an image that was not uploaded.
 */
export function uploadedImageSet(address: string): string | undefined {
  const [, folder, name] = /^(\/media\/(?:artists\/[a-z0-9-]+|images)\/)([0-9a-f]{32})\.webp$/.exec(address) ?? []
  return folder && name
    ? imageWidths.map((width) => `${folder}${imageFile(name, width)} ${width}w`).join(', ')
    : undefined
}
