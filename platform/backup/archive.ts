import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'

const fillBytes = 64 * 1024

/** One file of an archive: its name with `/`, and the source of its bytes. */
export type TarFile = { name: string } & (
  | { bytes: Buffer }
  | { path: string; size: number }
  | { open(): Promise<Readable>; size: number }
)

/** Name, length in bytes and SHA-256 in hex of a file as an archive holds it. */
export type FileChecksum = { name: string; bytes: number; sha256: string }

/**
 * Packs files into a POSIX tar stream. A file that changes its length meanwhile is padded with zeros or truncated to
 * its original length.
 *
 * @param onPacked Called with the checksum of each file before the next one is requested.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
export function packTar(
  files: AsyncIterable<TarFile> | Iterable<TarFile>,
  onPacked?: (file: FileChecksum) => void,
): Readable {
  const archive = pack()
  const packed = (async () => {
    for await (const file of files) {
      const size = 'bytes' in file ? file.bytes.length : file.size
      const entry = archive.entry({ name: file.name, size, mode: 0o600, mtime: new Date(0) })
      const hash = createHash('sha256')
      const content = contentOf(file, size, (chunk) => hash.update(chunk))
      await pipeline(Readable.from(content, { objectMode: false }), entry)
      onPacked?.({ name: file.name, bytes: size, sha256: hash.digest('hex') })
    }
    archive.finalize()
  })()
  // Errors are reported to the reader of the archive.
  packed.catch((error: Error) => archive.destroy(error))
  return Readable.from(archive, { objectMode: false })
}

async function* contentOf(file: TarFile, size: number, onChunk: (chunk: Buffer) => unknown): AsyncGenerator<Buffer> {
  let left = size
  const measured = (chunk: Buffer) => {
    const part = chunk.length > left ? chunk.subarray(0, left) : chunk
    left -= part.length
    onChunk(part)
    return part
  }
  if ('bytes' in file) return yield measured(file.bytes)
  if (size > 0) {
    const source = 'path' in file ? createReadStream(file.path, { end: size - 1 }) : await file.open()
    for await (const chunk of source as AsyncIterable<Buffer>) {
      yield measured(chunk)
      if (left === 0) break
    }
  }
  while (left > 0) yield measured(Buffer.alloc(Math.min(left, fillBytes)))
}

/** A file of an archive; its chunks must be read before requesting the next file. */
export type UntarredFile = { name: string; size: number; chunks(): AsyncIterable<Buffer> }

/** Thrown when an archive cannot be read. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
  readonly isCut: boolean

  /** @param options.isCut True if the archive ends before its last file. */
  constructor(message: string, { isCut = false, ...options }: ErrorOptions & { isCut?: boolean } = {}) {
    super(message, options)
    this.isCut = isCut
  }
}

/**
 * Reads the files of a POSIX tar sequentially.
 *
 * @yields A file; unread content is skipped.
 * @throws ArchiveError when it is not a tar, is incomplete, or contains anything but regular files.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<UntarredFile> {
  const archive = extract()
  const feeding = pipeline(Readable.from(source, { objectMode: false }), archive)
  // The error is thrown below, where files are requested.
  feeding.catch(() => undefined)
  try {
    for await (const entry of archive) {
      const { name, size, type } = entry.header
      if (type !== 'file') throw new ArchiveError('the archive contains an entry that is not a regular file')
      yield { name, size, chunks: () => chunksOf(entry as AsyncIterable<Buffer>) }
      entry.resume()
    }
    await feeding
  } catch (error) {
    throw withClearMessage(error)
  } finally {
    archive.destroy()
  }
}

async function* chunksOf(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry
  } catch (error) {
    throw withClearMessage(error)
  }
}

function withClearMessage(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message === 'Unexpected end of data')
    return new ArchiveError('the archive is incomplete', { cause: error, isCut: true })
  if (error.message.startsWith('Invalid tar header'))
    return new ArchiveError('the file is not a tar archive, or it is damaged', { cause: error })
  return error
}
