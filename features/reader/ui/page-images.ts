/** Pictures that are kept packed; who turns back finds them here. */
const mostKept = 40

/** Of pictures that are kept unpacked as well: two or three pages of a desk, 4 bytes a pixel. */
const mostPixels = 4_000_000

/** At which width pages are asked for, and how many pixels wide they are shown. */
type Shape = { imageWidth: number; pixels: number }

type Asked = { blob: Promise<Blob>; users: number; isHere: boolean; leaving: AbortController }

/** A picture somebody asked for; who no longer needs it says so. */
export type HeldPicture = { blob: Promise<Blob>; release: () => void }

/**
 * The pictures of a book's pages, packed as they came and asked for once each. Unpacked they are large, so whoever
 * shows one unpacks it for as long as it is in the document; the browser's own caches of images would keep hundreds of
 * megabytes of them.
 */
export function createPictureSource() {
  const asked = new Map<string, Asked>()
  const unpacked = new Map<string, ImageBitmap>()
  let lastShown: Shape | undefined
  let likely: { name: string; picture: Promise<ImageBitmap>; release: () => void } | undefined

  function ask(address: string, priority: RequestPriority): Asked {
    const leaving = new AbortController()
    const one: Asked = { blob: fetchPicture(address, priority, leaving.signal), users: 0, isHere: false, leaving }
    one.blob.then(
      () => (one.isHere = true),
      () => forget(address, one),
    )
    asked.set(address, one)
    return one
  }

  function letLikelyGo() {
    likely?.release()
    likely?.picture.then(
      (picture) => picture.close(),
      () => undefined,
    )
    likely = undefined
  }

  const forget = (address: string, one: Asked) => void (asked.get(address) === one && asked.delete(address))

  const source = {
    /**
     * Brings and unpacks the picture somebody is about to ask for; the one thought likely before is let go.
     * @param
     * addressAt Of the page at a width.
     */
    prepare(addressAt: (imageWidth: number) => string, unpack: (packed: Blob, pixels: number) => Promise<ImageBitmap>) {
      if (!lastShown) return
      const { imageWidth, pixels } = lastShown
      const address = addressAt(imageWidth)
      const name = unpackedName(address, pixels)
      if (likely?.name === name || unpacked.has(name)) return
      letLikelyGo()
      const { blob, release } = source.hold(address, 'high')
      const picture = blob.then((packed) => unpack(packed, pixels))
      picture.catch(() => undefined)
      likely = { name, picture, release }
    },
    /** @returns What is being brought under a name, or was; it is the asker's now. */
    takeLikely(name: string): Promise<ImageBitmap> | undefined {
      if (likely?.name !== name) return undefined
      const { picture, release } = likely
      likely = undefined
      picture.then(release, release)
      return picture
    },
    /** Told by pages as they are shown. */
    shownAt: (shape: Shape) => void (lastShown = shape),
    /** @param priority Of whatever has not been asked for yet. */
    hold(address: string, priority: RequestPriority): HeldPicture {
      const one = asked.get(address) ?? ask(address, priority)
      one.users += 1
      // Put at the end: what was used last goes last.
      asked.delete(address)
      asked.set(address, one)
      for (const [oldest, { users }] of asked) {
        if (asked.size <= mostKept) break
        if (users === 0) asked.delete(oldest)
      }
      let isHeld = true
      return {
        blob: one.blob,
        release() {
          if (!isHeld) return
          isHeld = false
          one.users -= 1
          // A page that flew by leaves the line to others.
          if (one.users > 0 || one.isHere) return
          forget(address, one)
          one.leaving.abort()
        },
      }
    },
    /**
     * Keeps what a page showed when somebody went elsewhere: who goes back sees it at once.
     *
     * @param name Of the picture
     * and its size.
     */
    keepUnpacked(name: string, picture: ImageBitmap) {
      unpacked.get(name)?.close()
      unpacked.delete(name)
      unpacked.set(name, picture)
      let pixels = unpacked.values().reduce((sum, { width, height }) => sum + width * height, 0)
      for (const [oldest, left] of unpacked) {
        if (pixels <= mostPixels) break
        pixels -= left.width * left.height
        left.close()
        unpacked.delete(oldest)
      }
    },
    /** @returns What was kept under a name; it is the asker's now. */
    takeUnpacked(name: string): ImageBitmap | undefined {
      const picture = unpacked.get(name)
      unpacked.delete(name)
      return picture
    },
    clear() {
      asked.clear()
      unpacked.forEach((picture) => picture.close())
      unpacked.clear()
      letLikelyGo()
    },
  }
  return source
}

/** Under which a page's picture is kept unpacked. */
export function unpackedName(address: string, pixels: number): string {
  return `${address} ${pixels}`
}

async function fetchPicture(address: string, priority: RequestPriority, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(address, { priority, signal })
  if (!answer.ok) throw new Error(`the picture was answered with ${answer.status}`)
  return answer.blob()
}
