import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from './storage.ts'

/**
 * Number of bytes read from a file at once. At the default of Node, 64 KiB, the switches between threads take more time
 * than the bytes: sending a file takes twice as long.
 */
export const readBytes = 256 * 1024

/** Number of bytes that are received while earlier ones are being written; they are then written in one call. */
const queuedBytes = 256 * 1024

/**
 * Writes a new file, readable by this user only, and hashes its content on the way. After an error part of the file may
 * be there.
 *
 * @param options.flush Syncs the content to disk before it returns; false by default.
 * @returns Size and SHA-256 of the content.
 */
export async function writeHashedFile(
  path: string,
  content: Readable | Uint8Array,
  { flush = false }: { flush?: boolean } = {},
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const source = content instanceof Readable ? content : Readable.from([content])
  await pipeline(
    source,
    measure,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush, highWaterMark: queuedBytes }),
  )
  return { bytes, sha256: hash.digest('hex') }
}

/** Returns the SHA-256 of a file in hex. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: readBytes }), hash)
  return hash.digest('hex')
}
