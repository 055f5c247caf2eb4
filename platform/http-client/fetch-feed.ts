import type { IncomingMessage, IncomingHttpHeaders } from 'node:http'
import { ExternalError, externalErrorMessage } from './external-error.ts'
import { openPage, within } from './open-page.ts'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const decompressors = {
  'gzip': promisify(gunzip),
  'x-gzip': promisify(gunzip),
  'deflate': promisify(inflate),
  'br': promisify(brotliDecompress),
}

/**
 * Decompresses and decodes a response body, up to a maximum length.
 *
 * @throws ExternalError
 */
async function decodeFeed(body: Buffer, headers: IncomingHttpHeaders, maxBytes: number): Promise<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const plain = encoding === 'identity' ? body : await decompress(body, encoding, maxBytes)
  const byteOrderMark = plain.subarray(0, 2).toString('hex')
  if (byteOrderMark === 'feff' || byteOrderMark === 'fffe')
    return new TextDecoder(byteOrderMark === 'feff' ? 'utf-16be' : 'utf-16le').decode(plain)
  const headerCharset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
  // Without a charset in the header, the XML declaration counts; it is readable in all encodings that feeds use.
  const xmlCharset = /^\s*<\?xml[^>]*encoding=["']([\w-]+)/i.exec(plain.toString('latin1', 0, 200))?.[1]
  return decoderOf(headerCharset ?? xmlCharset).decode(plain)
}

async function decompress(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const decompressor = Object.hasOwn(decompressors, encoding)
    ? decompressors[encoding as keyof typeof decompressors]
    : undefined
  if (!decompressor) throw new ExternalError('unsupported content encoding')
  return decompressor(body, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    throw new ExternalError(
      error.code === 'ERR_BUFFER_TOO_LARGE' ? 'the feed is too large' : 'the response could not be decompressed',
      { cause: error },
    )
  })
}

function decoderOf(label = 'utf-8') {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

/** Text of a feed and its final URL, or the user-facing reason why it could not be fetched. */
type FetchedFeed = { ok: true; text: string; url: string } | { ok: false; why: string }

/** Exceptions to public https addresses, and limits. */
export type FeedRules = {
  /** Hosts with ports, such as `127.0.0.1:8080`, that may be private and without TLS. */
  localHosts?: readonly string[]
  /** Timeout for the whole request, including redirects. */
  timeoutMs?: number
  /** Maximum size after decompression. */
  maxBytes?: number
}

const headers = {
  'user-agent': 'Swade feed reader',
  'accept': 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
  'accept-encoding': 'gzip, identity',
}

/**
 * Fetches the text of a feed within time and size limits. Never rejects.
 *
 * @see platform/http-client/open-page.ts for the addresses that are allowed
 */
export async function fetchFeed(address: string, rules: FeedRules = {}): Promise<FetchedFeed> {
  const { localHosts = [], timeoutMs = 10_000, maxBytes = 2 * 1024 * 1024 } = rules
  try {
    return await within(timeoutMs, async (signal): Promise<FetchedFeed> => {
      const opened = await openPage(address, { localHosts, headers, signal })
      if (!opened.ok) return opened
      const { response, urls } = opened
      if (response.statusCode !== 200) {
        response.destroy()
        return { ok: false, why: `the server returned status ${response.statusCode}` }
      }
      return {
        ok: true,
        text: await decodeFeed(await readAll(response, maxBytes), response.headers, maxBytes),
        url: urls.at(-1)!.href,
      }
    })
  } catch (error) {
    return { ok: false, why: externalErrorMessage(error) }
  }
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      response.destroy()
      throw new ExternalError('the feed is too large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
