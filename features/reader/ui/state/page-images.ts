/** Number of encoded images in memory, for turning back. */
const maxCached = 40

/** Total pixels of decoded images in memory: two or three desktop pages, 4 bytes per pixel. */
const maxPixels = 4_000_000

/** Requested image width, and its width in pixels on the screen. */
type ImageSize = { imageWidth: number; pixels: number }

type ImageRequest = { blob: Promise<Blob>; users: number; isHere: boolean; leaving: AbortController }

/** A requested image; call `release` when it is no longer needed. */
export type ImageHandle = { blob: Promise<Blob>; release: () => void }

/**
 * Creates the cache of a book's page images, encoded and fetched once each. Decoded images are large, so components
 * decode them while they are mounted; the browser's own image caches would hold hundreds of megabytes.
 */
export function createImageCache() {
  const requests = new Map<string, ImageRequest>()
  const decoded = new Map<string, ImageBitmap>()
  let lastShown: ImageSize | undefined
  let prefetched: { name: string; image: Promise<ImageBitmap>; release: () => void } | undefined

  function request(address: string, priority: RequestPriority): ImageRequest {
    const leaving = new AbortController()
    const one: ImageRequest = { blob: fetchImage(address, priority, leaving.signal), users: 0, isHere: false, leaving }
    one.blob.then(
      () => (one.isHere = true),
      () => forget(address, one),
    )
    requests.set(address, one)
    return one
  }

  function dropPrefetched() {
    prefetched?.release()
    prefetched?.image.then(
      (image) => image.close(),
      () => undefined,
    )
    prefetched = undefined
  }

  const forget = (address: string, one: ImageRequest) =>
    void (requests.get(address) === one && requests.delete(address))

  const source = {
    /**
     * Fetches and decodes the image that is probably needed next, and drops the previous guess.
     *
     * @param addressAt Returns the page's address at a width.
     */
    prefetch(
      addressAt: (imageWidth: number) => string,
      unpack: (packed: Blob, pixels: number) => Promise<ImageBitmap>,
    ) {
      if (!lastShown) return
      const { imageWidth, pixels } = lastShown
      const address = addressAt(imageWidth)
      const name = decodedName(address, pixels)
      if (prefetched?.name === name || decoded.has(name)) return
      dropPrefetched()
      const { blob, release } = source.acquire(address, 'high')
      const image = blob.then((packed) => unpack(packed, pixels))
      image.catch(() => undefined)
      prefetched = { name, image, release }
    },
    /** @returns The prefetched image, if it matches; ownership passes to the caller. */
    claimPrefetched(name: string): Promise<ImageBitmap> | undefined {
      if (prefetched?.name !== name) return undefined
      const { image, release } = prefetched
      prefetched = undefined
      image.then(release, release)
      return image
    },
    /** Called by pages when they are shown. */
    shownAt: (shape: ImageSize) => void (lastShown = shape),
    /** @param priority Applies if the image has not been requested yet. */
    acquire(address: string, priority: RequestPriority): ImageHandle {
      const one = requests.get(address) ?? request(address, priority)
      one.users += 1
      // Reinserted at the end: evicts the least recently used.
      requests.delete(address)
      requests.set(address, one)
      for (const [oldest, { users }] of requests) {
        if (requests.size <= maxCached) break
        if (users === 0) requests.delete(oldest)
      }
      let isAcquired = true
      return {
        blob: one.blob,
        release() {
          if (!isAcquired) return
          isAcquired = false
          one.users -= 1
          // Aborts requests of pages that were scrolled past.
          if (one.users > 0 || one.isHere) return
          forget(address, one)
          one.leaving.abort()
        },
      }
    },
    /**
     * Saves the image of a page that a jump has left, so that going back is instant.
     *
     * @param name Of the image and its size.
     */
    saveDecoded(name: string, image: ImageBitmap) {
      decoded.get(name)?.close()
      decoded.delete(name)
      decoded.set(name, image)
      let pixels = decoded.values().reduce((sum, { width, height }) => sum + width * height, 0)
      for (const [oldest, left] of decoded) {
        if (pixels <= maxPixels) break
        pixels -= left.width * left.height
        left.close()
        decoded.delete(oldest)
      }
    },
    /** @returns The decoded image, if cached; ownership passes to the caller. */
    claimDecoded(name: string): ImageBitmap | undefined {
      const image = decoded.get(name)
      decoded.delete(name)
      return image
    },
    clear() {
      requests.clear()
      decoded.forEach((image) => image.close())
      decoded.clear()
      dropPrefetched()
    },
  }
  return source
}

/** Returns the cache key of a decoded image. */
export function decodedName(address: string, pixels: number): string {
  return `${address} ${pixels}`
}

async function fetchImage(address: string, priority: RequestPriority, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(address, { priority, signal })
  if (!answer.ok) throw new Error(`the request for a page image returned ${answer.status}`)
  return answer.blob()
}
