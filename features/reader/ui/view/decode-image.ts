/** Decodes an image at its display size with high quality; browsers downscale less carefully while drawing. */
export async function decodeImage(packed: Blob, pixels: number): Promise<ImageBitmap> {
  const picture = await createImageBitmap(packed)
  if (picture.width <= pixels) return picture
  const height = Math.round((picture.height * pixels) / picture.width)
  const smaller = await createImageBitmap(picture, { resizeWidth: pixels, resizeHeight: height, resizeQuality: 'high' })
  picture.close()
  return smaller
}
