import sharp from 'sharp'

// Its cache is for programs that do the same work on the same picture again. Here each picture comes as other bytes and
// is worked on once: the cache would never be asked with success, and would keep up to 50 MB of pixels for as long as
// the process lives.
sharp.cache(false)

/**
 * The library that reads and writes pictures, as the whole product uses it: without a cache of its own.
 *
 * @see https://sharp.pixelplumbing.com/api-utility/#cache
 */
export { sharp }
