import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { OutsideFault } from './fault-words.ts'

const unpackers = {
  'gzip': promisify(gunzip),
  'x-gzip': promisify(gunzip),
  'deflate': promisify(inflate),
  'br': promisify(brotliDecompress),
}

/**
 * The text of what a server sent, unpacked up to a length and read in the letters it says it is written in.
 *
 * @throws OutsideFault
 */
export async function decodeFeed(body: Buffer, headers: IncomingHttpHeaders, mostBytes: number): Promise<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const plain = encoding === 'identity' ? body : await unpack(body, encoding, mostBytes)
  const mark = plain.subarray(0, 2).toString('hex')
  if (mark === 'feff' || mark === 'fffe') return new TextDecoder(mark === 'feff' ? 'utf-16be' : 'utf-16le').decode(plain)
  const said = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
  // Without a word from the server the document's own counts; its first line is readable in all letters feeds are written in.
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)/i.exec(plain.toString('latin1', 0, 200))?.[1]
  return decoderOf(said ?? declared).decode(plain)
}

async function unpack(body: Buffer, encoding: string, mostBytes: number): Promise<Buffer> {
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding as keyof typeof unpackers] : undefined
  if (!unpacker) throw new OutsideFault('it is packed in a way nobody asked for')
  return unpacker(body, { maxOutputLength: mostBytes }).catch((error: NodeJS.ErrnoException) => {
    throw new OutsideFault(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'it is too long for a feed' : 'it cannot be unpacked', { cause: error })
  })
}

function decoderOf(label = 'utf-8') {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
