import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { KeptPage, PassingPage } from './page-cache.ts'

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** What goes over the wire for one visitor: a body in the encoding they take, or 304 when they have it already. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer | undefined }

/**
 * Chooses how a kept page answers a visitor.
 *
 * @param headers Of the request; only `accept-encoding` and `if-none-match` count.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function answerWith(page: KeptPage, headers: IncomingHttpHeaders): Answer {
  const isKept = page.headers['cache-control'] !== 'no-store'
  if (isKept && matchesEtag(headers['if-none-match'], page.etag))
    return { status: 304, headers: variant(page, 'identity', isKept), body: undefined }
  const encoding = chooseEncoding(headers['accept-encoding'])
  return { status: page.status, headers: variant(page, encoding, isKept), body: page.bodies[encoding] }
}

/** Answers with what is not kept as a page: compressed quickly, and only in the encoding this visitor takes. */
export async function answerOnce({ status, headers, body }: PassingPage, accepted: string | undefined): Promise<Answer> {
  const encoding = body.length === 0 ? 'identity' : chooseEncoding(accepted)
  return { status, headers: encoded(headers, encoding), body: await compressQuickly(body, encoding) }
}

const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>()

// Some rooms hand the very same bytes to all who ask within a moment; those are compressed for the first of them.
function compressQuickly(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = compressed.get(body) ?? {}
  compressed.set(body, known)
  return (known[encoding] ??= compress(body, encoding))
}

/** Up to here it takes a fraction of a millisecond, and on a busy machine a thread is waited for much longer than that. */
const shortBytes = 16 * 1024

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  const isShort = body.length <= shortBytes
  if (encoding === 'gzip') return isShort ? gzipSync(body, { level: 4 }) : gzipAsync(body, { level: 4 })
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  return isShort ? brotliCompressSync(body, options) : brotli(body, options)
}

type Encoding = keyof KeptPage['bodies']

const variants = new WeakMap<KeptPage, Partial<Record<Encoding, Record<string, string>>>>()

// The headers of a kept page are the same for every visitor, so they are put together once.
function variant(page: KeptPage, encoding: Encoding, isKept: boolean): Record<string, string> {
  const known = variants.get(page) ?? {}
  variants.set(page, known)
  return (known[encoding] ??= { ...encoded(page.headers, encoding), ...(isKept ? { etag: page.etag } : {}) })
}

function encoded(headers: Record<string, string>, encoding: Encoding): Record<string, string> {
  return { ...headers, vary: 'Accept-Encoding', ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) }
}

const choices = new Map<string, Encoding>()

// Browsers send a handful of different lists; what was made of one is kept, within bounds.
function chooseEncoding(accepted = ''): Encoding {
  const known = choices.get(accepted)
  if (known) return known
  if (choices.size >= 200) choices.clear()
  const choice = readOffers(accepted)
  choices.set(accepted, choice)
  return choice
}

function readOffers(accepted: string): Encoding {
  const offers = accepted.split(',').map((offer) => offer.trim().toLowerCase())
  // `br;q=0` is a refusal; other weights do not change what is best for both sides.
  const takes = (name: string) => offers.some((offer) => offer.split(';')[0]?.trim() === name && !/;\s*q=0(\.0*)?$/.test(offer))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((candidate) => opaque(candidate) === opaque(etag))
}
