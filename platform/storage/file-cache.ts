import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import { isFullDisk } from './full-disk.ts'
import { hashOf, writeHashedFile } from './hashed-file.ts'
import type { StoredFile } from './storage.ts'

/** A file written to the cache folder that is not yet in the cache. */
export type DraftFile = StoredFile & { path: string }

/** Local copies of stored files, named by the hash of their content, up to a number of bytes. */
export type FileCache = {
  /** Writes a stream to the cache folder and hashes it. On any error nothing is left. */
  writeDraft(content: Readable | Uint8Array): Promise<DraftFile>
  /** Moves a draft into the cache. */
  add(draft: DraftFile): Promise<void>
  /** Returns whether a file is in the cache; its content is not checked. */
  has(sha256: string): boolean
  /**
   * Calls `read` with the path of a file, fetched first if necessary, once for concurrent callers. It is not evicted
   * before `read` has settled.
   *
   * @param fetch Returns the content.
   * @throws AppError `unavailable` when what was fetched has another hash; errors of `fetch` and `read`.
   */
  lend<T>(sha256: string, fetch: () => Promise<Readable>, read: (path: string) => Promise<T>): Promise<T>
  /** Number and size of the files in the cache. */
  measure(): { files: number; bytes: number }
}

type Entry = { bytes: number; users: number; isVerified: boolean }

/** Age after which a draft was left by a crash. */
const maxDraftMs = 60 * 60_000

/**
 * Opens the cache, with the files of earlier runs: these are hashed again before their first use.
 *
 * @param maxBytes The least recently used files beyond it are evicted.
 */
export async function openFileCache(folder: string, maxBytes: number): Promise<FileCache> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  /** By hash, least recently used first. */
  const entries = new Map<string, Entry>()
  const fetching = new Map<string, Promise<void>>()
  let total = 0
  const pathOf = (sha256: string) => join(folder, sha256)

  const found: { name: string; bytes: number; usedMs: number }[] = []
  for (const name of await readdir(folder)) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (!facts?.isFile()) continue
    if (/^[0-9a-f]{64}$/.test(name)) found.push({ name, bytes: facts.size, usedMs: facts.mtimeMs })
    else if (Date.now() - facts.mtimeMs > maxDraftMs) await rm(join(folder, name), { force: true })
  }
  for (const { name, bytes } of found.toSorted((a, b) => a.usedMs - b.usedMs)) {
    entries.set(name, { bytes, users: 0, isVerified: false })
    total += bytes
  }
  await evict(maxBytes)

  async function drop(sha256: string): Promise<void> {
    const entry = entries.get(sha256)
    if (!entry) return
    entries.delete(sha256)
    total -= entry.bytes
    await rm(pathOf(sha256), { force: true })
  }

  async function evict(limit: number, except?: string): Promise<void> {
    for (const [sha256, { users }] of entries) {
      if (total <= limit) return
      if (users === 0 && sha256 !== except) await drop(sha256)
    }
  }

  async function writeDraft(content: Readable | Uint8Array): Promise<DraftFile> {
    const path = join(folder, `${randomUUID()}.part`)
    try {
      return { path, ...(await writeHashedFile(path, content)) }
    } catch (error) {
      await rm(path, { force: true })
      // Space for uploads matters more than copies; this upload fails, but not the next one.
      if (isFullDisk(error)) await evict(0)
      throw error
    }
  }

  async function add({ path, sha256, bytes }: DraftFile): Promise<void> {
    await rename(path, pathOf(sha256))
    const entry = entries.get(sha256) ?? { bytes: 0, users: 0, isVerified: true }
    total += bytes - entry.bytes
    entry.bytes = bytes
    entry.isVerified = true
    entries.delete(sha256)
    entries.set(sha256, entry)
    // A file larger than the cache stays for its first use.
    await evict(maxBytes, sha256)
  }

  async function ensure(sha256: string, fetch: () => Promise<Readable>): Promise<void> {
    const entry = entries.get(sha256)
    const isThere = entry !== undefined && (await stat(pathOf(sha256)).catch(() => undefined))?.size === entry.bytes
    if (isThere && (entry.isVerified || (await hashOf(pathOf(sha256)).catch(() => '')) === sha256)) {
      entry.isVerified = true
      return
    }
    await drop(sha256)
    for (let attempt = 1; ; attempt += 1) {
      const draft = await writeDraft(await fetch())
      if (draft.sha256 === sha256) return add(draft)
      await rm(draft.path, { force: true })
      if (attempt === 2)
        throw new AppError(
          'unavailable',
          { key: 'site.errors.storage' },
          { retryAfterSeconds: 60, cause: new Error(`a stored file has the hash ${draft.sha256}, not ${sha256}`) },
        )
    }
  }

  return {
    writeDraft,
    add,
    has: (sha256) => entries.has(sha256),
    async lend(sha256, fetch, read) {
      for (;;) {
        const running = fetching.get(sha256) ?? ensure(sha256, fetch).finally(() => fetching.delete(sha256))
        fetching.set(sha256, running)
        await running
        const entry = entries.get(sha256)
        // The file was evicted before this caller could read it.
        if (!entry) continue
        entries.delete(sha256)
        entries.set(sha256, entry)
        entry.users += 1
        try {
          return await read(pathOf(sha256))
        } finally {
          entry.users -= 1
          await evict(maxBytes)
        }
      }
    },
    measure: () => ({ files: entries.size, bytes: total }),
  }
}
