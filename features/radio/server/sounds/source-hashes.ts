import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { hashOf } from '#platform/storage/hashed-file.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** Larger files are hashed as a stream, which takes longer while a site starts. */
const maxBytesAtOnce = 8 * 1024 * 1024

/**
 * Returns a hash of a file's bytes as `sha256:<hash>`.
 *
 * @param file Absolute path or storage key.
 * @returns undefined for one that cannot be read.
 */
export type HashSource = (file: string) => Promise<string | undefined>

/**
 * Creates a hasher that reads a file again only when its size or date has changed. Files in storage never change.
 *
 * @param storage Absent: all files are outside of storage.
 */
export function createSourceHasher(storage?: Pick<Storage, 'stat' | 'withFile'>): HashSource {
  const known = new Map<string, { stamp: string; name: string }>()
  const stored = new Map<string, string>()
  return async (file) => {
    if (!isAbsolute(file)) {
      const before = stored.get(file)
      if (before !== undefined || !storage) return before
      const name = await storedDigest(storage, file).catch(() => undefined)
      if (name !== undefined) stored.set(file, name)
      return name
    }
    const info = await stat(file).catch(() => undefined)
    if (!info?.isFile()) return undefined
    const stamp = `${info.mtimeMs} ${info.size}`
    const before = known.get(file)
    if (before?.stamp === stamp) return before.name
    const digest = await (
      info.size > maxBytesAtOnce ? hashOf(file) : readFile(file).then((bytes) => hash('sha256', bytes))
    ).catch(() => undefined)
    if (digest === undefined) return undefined
    const name = `sha256:${digest}`
    known.set(file, { stamp, name })
    return name
  }
}

async function storedDigest(storage: Pick<Storage, 'stat' | 'withFile'>, key: string): Promise<string | undefined> {
  const facts = await storage.stat(key)
  return facts && `sha256:${facts.sha256 ?? (await storage.withFile(key, hashOf))}`
}
