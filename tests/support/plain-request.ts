import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** A response with its decompressed body. */
export type PlainAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Method and headers of a request. */
export type RequestVariant = { method?: string; headers?: Record<string, string> }

/** Request variants that might expose protected content. */
export const requestVariants: RequestVariant[] = [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-' } },
  { headers: { range: 'bytes=-5000' } },
  { headers: { range: 'bytes=300000-' } },
  { headers: { range: 'bytes=0-10,300000-400000' } },
  { headers: { 'if-none-match': '*' } },
  { headers: { 'if-none-match': '"x"', 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' } },
  { headers: { 'range': 'bytes=100-', 'if-range': '"x"' } },
  { headers: { 'accept-encoding': 'br, gzip' } },
  { method: 'POST' },
  { method: 'PUT' },
  { method: 'OPTIONS' },
  {
    method: 'GET',
    headers: { 'x-http-method-override': 'GET', 'x-forwarded-for': '127.0.0.1', 'x-original-url': '/readyz' },
  },
]

const limitMs = 30_000

/** Duration for which endless responses are read, in milliseconds. */
const endlessMs = 500

const unpackers: Record<string, (packed: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
}

/**
 * Sends a raw request: unlike `fetch`, it does not normalize the path, restrict headers or follow redirects.
 *
 * @param path Path with query, sent unchanged.
 */
export function plainRequest(
  origin: string,
  path: string,
  options: RequestVariant & { body?: string } = {},
): Promise<PlainAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method: options.method ?? 'GET', headers: { ...options.headers } },
      (answer) => {
        const pieces: Buffer[] = []
        // Audio streams and event streams never end.
        const isEndless =
          !answer.headers['content-length'] &&
          /^(audio\/|text\/event-stream)/.test(answer.headers['content-type'] ?? '')
        if (isEndless) setTimeout(() => answer.destroy(), endlessMs)
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('error', (error) => (isEndless ? undefined : reject(error)))
        answer.on('close', () => {
          const packed = Buffer.concat(pieces)
          const unpack = packed.length > 0 ? unpackers[answer.headers['content-encoding'] ?? ''] : undefined
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: unpack ? unpack(packed) : packed })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.setTimeout(limitMs, () => outgoing.destroy(new Error(`${path} did not answer within ${limitMs} ms`)))
    outgoing.end(options.body)
  })
}
