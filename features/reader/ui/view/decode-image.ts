/**
 * Browsers make a smaller picture of a larger one while they draw, in haste; made once and with care it stays sharp.
 */
export async function unpackPicture(packed: Blob, pixels: number): Promise<ImageBitmap> {
  const picture = await createImageBitmap(packed)
  if (picture.width <= pixels) return picture
  const height = Math.round((picture.height * pixels) / picture.width)
  const smaller = await createImageBitmap(picture, { resizeWidth: pixels, resizeHeight: height, resizeQuality: 'high' })
  picture.close()
  return smaller
}
