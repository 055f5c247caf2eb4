import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { FetchedImage } from '#platform/http-client/fetch-image.ts'
import { sharp } from '#platform/sharp.ts'
import type { Storage } from '#platform/storage/storage.ts'
import {
  claimPosters,
  deletePostersExcept,
  insertPosters,
  listStoredPosters,
  markPosterLost,
  savePosterResult,
} from './queries.ts'

const [riff, webp] = [Buffer.from('RIFF'), Buffer.from('WEBP')]
const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Returns whether a file starts with the signature of a JPEG, PNG or WebP. The image library detects the type by the
 * bytes too, but would accept SVG, which may reference other files.
 *
 * @see https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm
 */
function hasImageSignature(bytes: Buffer): boolean {
  const begins = (pattern: Buffer, at = 0) => bytes.subarray(at, at + pattern.length).equals(pattern)
  return begins(jpeg) || begins(png) || (begins(riff) && begins(webp, 8))
}

const hourMs = 3_600_000
/** Delay before a failed poster is fetched again. */
const retryAfterErrorMs = 6 * hourMs
/** Time after which the claim of a crashed process expires. */
const claimMs = hourMs / 4
/** Maximum pixels of an image before it is decoded. */
const maxPixels = 16_000_000
const widest = 1280

/** Largest first, but not every video has that size. */
const sizes = ['maxresdefault', 'hqdefault'] as const

type Deps = {
  db: Database['db']
  storage: Storage
  clock: Clock
  log: { warn(details: object, message: string): void }
  /** Returns the YouTube ids of all artists' videos. */
  ids: () => readonly string[]
  fetch: (address: string) => Promise<FetchedImage>
  /** Base URL of YouTube's images. */
  base: string
}

/** Returns the storage key of a YouTube poster. Ids are case-sensitive, keys are not. */
export function posterKey(youtubeId: string): string {
  return `posters/${createHash('sha256').update(youtubeId).digest('hex').slice(0, 32)}.webp`
}

/** Fetches the poster of each YouTube video once, so that pages load nothing from YouTube. */
export function createPosters({ db, storage, clock, log, ids, fetch, base }: Deps) {
  let running: Promise<void> = Promise.resolve()

  async function fetchPoster(youtubeId: string, signal?: AbortSignal): Promise<string> {
    let failure = ''
    for (const size of sizes) {
      if (signal?.aborted) return 'the site is shutting down'
      const found = await fetch(`${base}/vi/${youtubeId}/${size}.jpg`)
      if (!found.ok) {
        failure = found.why
        continue
      }
      const drawn = await drawPoster(found.bytes).catch(() => undefined)
      if (!drawn) {
        failure = 'not an image'
        continue
      }
      await storage.put(posterKey(youtubeId), drawn, { contentType: 'image/webp' })
      return ''
    }
    return failure
  }

  async function fetchDue(signal?: AbortSignal) {
    const now = clock.now()
    const all = [...new Set(ids())]
    for (const gone of await deletePostersExcept(db, all)) await storage.delete(posterKey(gone))
    await insertPosters(db, all, now)
    for (const { youtubeId, storedAt } of await listStoredPosters(db))
      if (!(await storage.stat(posterKey(youtubeId)))) await markPosterLost(db, youtubeId, { storedAt, dueAt: now })
    // Sequentially, because the posters are not urgent.
    for (const youtubeId of await claimPosters(db, now, new Date(now.getTime() + claimMs))) {
      if (signal?.aborted) return
      const failure = await fetchPoster(youtubeId, signal).catch((error: unknown) => {
        log.warn({ err: error }, 'poster failed to save')
        return 'could not be saved'
      })
      if (signal?.aborted && failure) return
      const dueAt = new Date(clock.now().getTime() + retryAfterErrorMs)
      await savePosterResult(db, youtubeId, { storedAt: failure ? null : clock.now(), error: failure, dueAt })
    }
  }

  return {
    /** Fetches due posters; runs do not overlap. */
    now: (signal?: AbortSignal) => (running = running.catch(() => undefined).then(() => fetchDue(signal))),
  }
}

/**
 * Re-encodes a poster as 16:9, without the original's metadata.
 *
 * @throws Error if it is not an image.
 */
async function drawPoster(source: Buffer): Promise<Buffer> {
  if (!hasImageSignature(source)) throw new Error('the file is not an image')
  const image = () => sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  const { width, height } = await image().metadata()
  // For a removed video, YouTube sends a gray image of 120 × 90.
  if (width < 320 || height < 180) throw new Error('the image is too small')
  const drawnWidth = Math.min(width, widest)
  return image()
    .resize({ width: drawnWidth, height: Math.round((drawnWidth * 9) / 16), fit: 'cover' })
    .webp({ quality: 80 })
    .toBuffer()
}
