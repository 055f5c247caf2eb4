import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { FetchedPicture } from '#platform/outside/fetch-picture.ts'
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
 * Whether a file begins as a JPEG, PNG or WebP, whatever it calls itself. What draws pictures goes by the bytes too,
 * and takes SVG, which may name other files, GIF and more.
 *
 * @see https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm
 */
function hasImageSignature(bytes: Buffer): boolean {
  const begins = (pattern: Buffer, at = 0) => bytes.subarray(at, at + pattern.length).equals(pattern)
  return begins(jpeg) || begins(png) || (begins(riff) && begins(webp, 8))
}

const hourMs = 3_600_000
/** What YouTube could not give is asked for again after this. */
const retryAfterErrorMs = 6 * hourMs
/** What a process that ended had taken up is taken up again after this. */
const claimMs = hourMs / 4
/** A picture may have this many pixels before it is unfolded into memory. */
const maxPixels = 16_000_000
const widest = 1280

/** From the largest: not every film has that one. */
const sizes = ['maxresdefault', 'hqdefault'] as const

type Deps = {
  db: Database['db']
  storage: Storage
  clock: Clock
  log: { warn(details: object, message: string): void }
  /** The films artists have on YouTube now. */
  ids: () => readonly string[]
  fetch: (address: string) => Promise<FetchedPicture>
  /** Where YouTube's pictures are. */
  base: string
}

/** Where the poster of a film on YouTube lies in storage. Ids tell capitals from small letters, keys do not. */
export function posterKey(youtubeId: string): string {
  return `posters/${createHash('sha256').update(youtubeId).digest('hex').slice(0, 32)}.webp`
}

/** Fetches each film's poster once, so that a page with films asks nobody else for anything. */
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
    // One after the other: nobody waits for this.
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
    /** Fetches what is due, one run after the other. */
    now: (signal?: AbortSignal) => (running = running.catch(() => undefined).then(() => fetchDue(signal))),
  }
}

/**
 * Draws a poster anew, as wide as a film: nothing of the file that came is saved.
 *
 * @throws Error for what is no picture.
 */
async function drawPoster(source: Buffer): Promise<Buffer> {
  if (!hasImageSignature(source)) throw new Error('the file is not an image')
  const picture = () => sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  const { width, height } = await picture().metadata()
  // Of a film that is gone comes a grey plate of 120 × 90.
  if (width < 320 || height < 180) throw new Error('the image is too small')
  const drawnWidth = Math.min(width, widest)
  return picture()
    .resize({ width: drawnWidth, height: Math.round((drawnWidth * 9) / 16), fit: 'cover' })
    .webp({ quality: 80 })
    .toBuffer()
}
