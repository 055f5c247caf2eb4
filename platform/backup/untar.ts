import { checksum } from './tar.ts'

const block = 512

/** One file while an archive is read: its chunks must be read to the end before the next file is asked for. */
export type UntarredFile = { name: string; size: number; chunks(): AsyncGenerator<Buffer> }

/**
 * The plain files of a POSIX tar, one after the other.
 *
 * @yields A file; what of it was not read is passed over.
 * @throws Error when it is no tar, is cut off, or holds anything but plain files.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<UntarredFile> {
  const read = reader(source)
  for (;;) {
    const header = await read.exactly(block)
    if (header.every((byte) => byte === 0)) return
    if (Number.parseInt(textOf(header, 148, 8), 8) !== checksum(header)) throw new Error('this is no archive, or it is damaged')
    if (!['0', ''].includes(textOf(header, 156, 1))) throw new Error('the archive holds something that is no plain file')
    const [prefix, rest] = [textOf(header, 345, 155), textOf(header, 0, 100)]
    const size = Number.parseInt(textOf(header, 124, 12), 8)
    let left = size
    yield {
      name: prefix ? `${prefix}/${rest}` : rest,
      size,
      async *chunks() {
        while (left > 0) {
          const chunk = await read.some(left)
          left -= chunk.length
          yield chunk
        }
      },
    }
    while (left > 0) left -= (await read.some(left)).length
    await read.exactly((block - (size % block)) % block)
  }
}

function reader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  /** At least one and at most `most` bytes. */
  const some = async (most: number): Promise<Buffer> => {
    while (held.length === 0) {
      const next = await chunks.next()
      if (next.done) throw new Error('the archive is cut off')
      held = next.value
    }
    const part = held.subarray(0, most)
    held = held.subarray(part.length)
    return part
  }
  return {
    some,
    async exactly(bytes: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let left = bytes; left > 0; left -= parts.at(-1)!.length) parts.push(await some(left))
      return Buffer.concat(parts)
    },
  }
}

function textOf(header: Buffer, at: number, length: number): string {
  const text = header.subarray(at, at + length).toString('utf8')
  return text.split('\0')[0]!.trim()
}
