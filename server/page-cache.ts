import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** One rendered page, ready to send in three encodings. */
export type CachedPage = {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer }
}

/** One rendered page that is sent and forgotten: made for one visitor, or a failure. */
export type UncachedPage = { status: number; headers: Record<string, string>; body: Buffer }

/** Whether a public page that ended like this is kept: pages and not-found pages are, failures are not. */
export function isCacheable(status: number): boolean {
  return status === 200 || status === 404
}

/**
 * Pages that look the same for everybody, rendered once per content change.
 *
 * Bounded by bytes; the page unused for longest goes first. Two visitors who ask for the same page at once share one
 * rendering.
 */
export class PageCache {
  readonly #maxBytes: number
  readonly #pages = new Map<string, CachedPage>()
  readonly #underway = new Map<string, Promise<CachedPage | UncachedPage>>()
  #bytes = 0
  #generation = 0

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  /** A page that is ready, if any; asking marks it as used. */
  find(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (!page) return undefined
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page
  }

  /** The page under this key, rendered by `render` when it is not there yet; kept when it is one to be kept. */
  async get(key: string, render: () => Promise<CachedPage | UncachedPage>): Promise<CachedPage | UncachedPage> {
    const ready = this.find(key) ?? this.#underway.get(key)
    if (ready) return ready
    const generation = this.#generation
    const underway = render()
      .then((page) => {
        // A page rendered from content that changed meanwhile is sent to those who waited, and not kept.
        if ('bodies' in page && isCacheable(page.status) && generation === this.#generation) this.#keep(key, page)
        return page
      })
      .finally(() => {
        // After a change of content somebody else's rendering may be under way by now.
        if (this.#underway.get(key) === underway) this.#underway.delete(key)
      })
    this.#underway.set(key, underway)
    return underway
  }

  /** How much is kept just now. */
  measure(): { count: number; bytes: number } {
    return { count: this.#pages.size, bytes: this.#bytes }
  }

  /** Forgets everything: the content changed. */
  clear(): void {
    this.#generation += 1
    this.#pages.clear()
    this.#underway.clear()
    this.#bytes = 0
  }

  #keep(key: string, page: CachedPage): void {
    this.#pages.set(key, page)
    this.#bytes += sizeOf(page)
    for (const [oldest, old] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) break
      this.#pages.delete(oldest)
      this.#bytes -= sizeOf(old)
    }
  }
}

/** Compresses a body once, as well as can be, and names it by its content. */
export async function preparePage(status: number, headers: Record<string, string>, body: Buffer): Promise<CachedPage> {
  // Weak, because one name stands for three encodings.
  const etag = `W/"${createHash('sha256').update(body).update(JSON.stringify(headers)).digest('base64url').slice(0, 22)}"`
  const [br, gz] = await Promise.all([
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    gzipAsync(body, { level: 9 }),
  ])
  return { status, headers: { ...headers, vary: 'Accept-Encoding' }, etag, bodies: { br, gzip: gz, identity: body } }
}

function sizeOf(page: CachedPage): number {
  return page.bodies.br.length + page.bodies.gzip.length + page.bodies.identity.length
}
