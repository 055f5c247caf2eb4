import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

const block = 512
const fill = 64 * 1024
/** Eleven octal digits: 8 GiB. */
const longest = 8 ** 11

/** One file of an archive: its name there, with `/`, and where its bytes come from. */
export type TarFile = { name: string } & ({ bytes: Buffer } | { path: string; size: number })

/**
 * A POSIX tar of plain files, made as fast as it is read. A file that changes its length meanwhile keeps the length it had:
 * what is missing is zeros, what is more is left out.
 *
 * @throws TypeError for a name that does not fit (255 bytes, 100 after some `/`), or a file of 8 GiB or more.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
export function packTar(files: AsyncIterable<TarFile> | Iterable<TarFile>): Readable {
  return Readable.from(parts(files), { objectMode: false })
}

async function* parts(files: AsyncIterable<TarFile> | Iterable<TarFile>): AsyncGenerator<Buffer> {
  for await (const file of files) {
    const size = 'bytes' in file ? file.bytes.length : file.size
    yield tarHeader(file.name, size)
    let left = size
    if ('bytes' in file) yield file.bytes
    else if (size > 0)
      for await (const chunk of createReadStream(file.path, { end: size - 1 }) as AsyncIterable<Buffer>) {
        left -= chunk.length
        yield chunk
      }
    for (; !('bytes' in file) && left > 0; left -= fill) yield Buffer.alloc(Math.min(left, fill))
    yield Buffer.alloc((block - (size % block)) % block)
  }
  yield Buffer.alloc(2 * block)
}

function tarHeader(name: string, size: number): Buffer {
  if (size >= longest) throw new TypeError(`this file is too long for an archive: ${name}`)
  const { prefix, rest } = splitName(name)
  const header = Buffer.alloc(block)
  header.write(rest, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345, 155)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function splitName(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= 100) return { prefix: '', rest: name }
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(rest) <= 100 && Buffer.byteLength(prefix) <= 155) return { prefix, rest }
  }
  throw new TypeError(`this name is too long for an archive: ${name}`)
}

/** The sum a header carries, its own place counted as blanks. */
export function checksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}
