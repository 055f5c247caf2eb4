import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Larger files are hashed as a stream, which takes longer while a site starts. */
const maxBytesAtOnce = 8 * 1024 * 1024

/** Returns a hash of a file's bytes as `sha256:<hash>`. @returns undefined for one that cannot be read. */
export type HashSource = (file: string) => Promise<string | undefined>

/** Creates a hasher that reads a file again only when its size or date changed. */
export function createSourceHasher(): HashSource {
  const known = new Map<string, { stamp: string; name: string }>()
  return async (file) => {
    const info = await stat(file).catch(() => undefined)
    if (!info?.isFile()) return undefined
    const stamp = `${info.mtimeMs} ${info.size}`
    const before = known.get(file)
    if (before?.stamp === stamp) return before.name
    const digest = await (
      info.size > maxBytesAtOnce ? digestInPieces(file) : readFile(file).then((bytes) => hash('sha256', bytes))
    ).catch(() => undefined)
    if (digest === undefined) return undefined
    const name = `sha256:${digest}`
    known.set(file, { stamp, name })
    return name
  }
}

async function digestInPieces(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest('hex')
}
