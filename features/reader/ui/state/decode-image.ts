/** Decodes an image at its display size with high quality; browsers downscale less carefully while drawing. */
export async function decodeImage(packed: Blob, pixels: number): Promise<ImageBitmap> {
  const image = await createImageBitmap(packed)
  if (image.width <= pixels) return image
  const height = Math.round((image.height * pixels) / image.width)
  const smaller = await createImageBitmap(image, { resizeWidth: pixels, resizeHeight: height, resizeQuality: 'high' })
  image.close()
  return smaller
}
