import sharp from 'sharp'

// The cache helps only when the same image is processed repeatedly. Here each image is processed once, and the cache
// would keep up to 50 MB of pixels in memory.
sharp.cache(false)

/**
 * The image library sharp with its cache disabled.
 *
 * @see https://sharp.pixelplumbing.com/api-utility/#cache
 */
export { sharp }
