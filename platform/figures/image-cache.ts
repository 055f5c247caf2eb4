import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { exactCopy } from '#platform/exact-copy.ts'

/** A rendered image and its strong entity tag, including quotes. */
export type CachedImage = { body: Buffer; etag: string }

/** Returns the image of a name and renders it only once. */
export type ImageCache = (name: string, render: () => Promise<Buffer>) => Promise<CachedImage>

type Options = {
  /** Folder for rendered images, created when missing; safe to delete at any time. Without it, only memory is used. */
  dir?: string
  /** Folder with images that the build has drawn, under the same names. */
  builtDir?: string | undefined
  /** Maximum size of the memory cache in bytes; least recently used images are evicted. */
  memoryBytes?: number
  /** Number of concurrent renderings. */
  renderers?: number
}

/**
 * Creates a cache for images and other small files derived from a name: in memory, then on disk, then rendered;
 * concurrent requests share one rendering. When the disk cannot be written, images are rendered again after the next
 * start.
 */
export function createImageCache({
  dir,
  builtDir,
  memoryBytes = 12 * 1024 * 1024,
  renderers = 2,
}: Options): ImageCache {
  const cached = new Map<string, CachedImage>()
  const inProgress = new Map<string, Promise<CachedImage>>()
  const limitRenderers = pLimit(renderers)
  let cachedBytes = 0

  const add = (name: string, image: CachedImage) => {
    cached.set(name, image)
    cachedBytes += image.body.length
    for (const [oldest, { body }] of cached) {
      if (cachedBytes <= memoryBytes) break
      cached.delete(oldest)
      cachedBytes -= body.length
    }
  }

  const load = async (name: string, render: () => Promise<Buffer>) => {
    if (dir === undefined) return toCachedImage(await limitRenderers(render))
    const path = join(dir, name)
    const read = (file: string) => readFile(file).catch(() => undefined)
    const stored = (builtDir && (await read(join(builtDir, name)))) || (await read(path))
    // A power failure can leave an empty file after a completed rename.
    if (stored?.length) return toCachedImage(stored)
    const body = await limitRenderers(render)
    await store(dir, path, body).catch(() => undefined)
    return toCachedImage(body)
  }

  return async (name, render) => {
    const known = cached.get(name)
    if (known) {
      // Moves the entry to the end of the insertion order.
      cached.delete(name)
      cached.set(name, known)
      return known
    }
    const pending = inProgress.get(name)
    if (pending) return pending
    const work = load(name, render)
    inProgress.set(name, work)
    try {
      const image = await work
      add(name, image)
      return image
    } finally {
      inProgress.delete(name)
    }
  }
}

function toCachedImage(bytes: Buffer): CachedImage {
  const body = exactCopy(bytes)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

async function store(dir: string, path: string, body: Buffer): Promise<void> {
  await mkdir(dir, { recursive: true })
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    await writeFile(unfinished, body)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
