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
  /** Folder for rendered images, created when missing. Safe to delete at any time. */
  dir: string
  /** Maximum size of the memory cache in bytes; least recently used images are evicted. */
  memoryBytes?: number
  /** Number of concurrent renderings. */
  renderers?: number
}

/**
 * Creates a cache for images derived from a name: in memory, then on disk, then rendered; concurrent requests share one
 * rendering. When the disk cannot be written, images are rendered again after the next start.
 */
export function createImageCache({ dir, memoryBytes = 12 * 1024 * 1024, renderers = 2 }: Options): ImageCache {
  const kept = new Map<string, CachedImage>()
  const underway = new Map<string, Promise<CachedImage>>()
  const inTurn = pLimit(renderers)
  let keptBytes = 0

  const keep = (name: string, picture: CachedImage) => {
    kept.set(name, picture)
    keptBytes += picture.body.length
    for (const [oldest, { body }] of kept) {
      if (keptBytes <= memoryBytes) break
      kept.delete(oldest)
      keptBytes -= body.length
    }
  }

  const bring = async (name: string, render: () => Promise<Buffer>) => {
    const path = join(dir, name)
    const stored = await readFile(path).catch(() => undefined)
    // A power failure can leave an empty file after a completed rename.
    if (stored?.length) return asPicture(stored)
    const body = await inTurn(render)
    await store(dir, path, body).catch(() => undefined)
    return asPicture(body)
  }

  return async (name, render) => {
    const known = kept.get(name)
    if (known) {
      // Moves the entry to the end of the insertion order.
      kept.delete(name)
      kept.set(name, known)
      return known
    }
    const waiting = underway.get(name)
    if (waiting) return waiting
    const work = bring(name, render)
    underway.set(name, work)
    try {
      const picture = await work
      keep(name, picture)
      return picture
    } finally {
      underway.delete(name)
    }
  }
}

function asPicture(given: Buffer): CachedImage {
  const body = exactCopy(given)
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
