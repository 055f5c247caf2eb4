import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, type FileHandle, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import { measureFreeSpace } from './free-space.ts'
import { readBytes, writeHashedFile } from './hashed-file.ts'
import {
  checkStorageKey,
  type FileFacts,
  isReceived,
  isStorageKey,
  type ListedFile,
  type ReceivedFile,
  type Storage,
} from './storage.ts'
import { markerName } from './storage-marker.ts'
import { syncFile, syncFolder } from './sync-to-disk.ts'

/** Names that no key can have, since keys contain no leading dot and no `@`. */
const draftFolder = '.drafts'
const typeSuffix = '@type'

/** Age after which an incomplete file was left by a crash; a younger one may still be being written. */
const maxWriteMs = 60 * 60_000

/**
 * Creates a storage on the local disk. Files are written under a temporary name, synced, then renamed.
 *
 * @param folder Created when missing, closed to other users.
 */
export async function localStorage(folder: string): Promise<Storage> {
  const drafts = join(folder, draftFolder)
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  await syncFolder(folder)
  await syncFolder(dirname(folder))

  const pathOf = (key: string) => {
    checkStorageKey(key)
    return join(folder, key)
  }

  async function write(path: string, content: Readable | Uint8Array) {
    const draft = join(drafts, randomUUID())
    try {
      const stored = await writeHashedFile(draft, content, { flush: true })
      await move(draft, path)
      return stored
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async function move(draft: string, path: string): Promise<void> {
    await makeFolders(folder, dirname(path))
    await rename(draft, path)
    await syncFolder(dirname(path))
  }

  async function storeReceived(path: string, { path: draft, bytes, sha256 }: ReceivedFile) {
    await syncFile(draft)
    await move(draft, path)
    return { bytes, sha256 }
  }

  async function listAll(): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    return paths.filter((path) => !path.startsWith(markerName)).sort()
  }

  async function* listFiles(prefix: string): AsyncGenerator<ListedFile> {
    for (const key of await listAll()) {
      if (!key.startsWith(prefix) || !isStorageKey(key)) continue
      // Deleted since it was listed.
      const facts = await stat(join(folder, key)).catch(absent)
      if (facts) yield { key, bytes: facts.size, modifiedAt: facts.mtime }
    }
  }

  async function findFacts(key: string): Promise<FileFacts | undefined> {
    const path = pathOf(key)
    const facts = await stat(path).catch(absent)
    if (!facts?.isFile()) return undefined
    const contentType = await readFile(path + typeSuffix, 'utf8').catch(absent)
    return { bytes: facts.size, modifiedAt: facts.mtime, contentType: contentType ?? 'application/octet-stream' }
  }

  async function openPart(key: string, range: { start?: number; end?: number } = {}): Promise<Readable> {
    const { handle, bytes } = await openForReading(pathOf(key))
    const { start = 0, end = bytes - 1 } = range
    if (start > end) {
      await handle.close()
      return Readable.from([])
    }
    // With a known end, a small file is read at once into a buffer of its size.
    return createReadStream('', { fd: handle, highWaterMark: readBytes, start, end })
  }

  return {
    kind: 'disk',

    async put(key, content, { contentType }) {
      const path = pathOf(key)
      // Write the type first: a file must never exist without it.
      await write(path + typeSuffix, Buffer.from(contentType))
      return isReceived(content) ? storeReceived(path, content) : write(path, content)
    },

    async receive(content) {
      const path = join(drafts, randomUUID())
      const discard = () => rm(path, { force: true })
      try {
        return { path, discard, ...(await writeHashedFile(path, content)) }
      } catch (error) {
        await discard()
        throw error
      }
    },

    open: openPart,

    async openStored(key) {
      const facts = await findFacts(key)
      if (!facts) throw new AppError('not-found', { key: 'site.errors.file' })
      return { facts, content: await openPart(key) }
    },

    stat: findFacts,

    async withFile(key, read) {
      const path = pathOf(key)
      const facts = await stat(path).catch(absent)
      if (!facts?.isFile()) throw new AppError('not-found', { key: 'site.errors.file' })
      return read(path)
    },

    async delete(key) {
      const path = pathOf(key)
      for (const one of [path, path + typeSuffix]) await rm(one, { force: true })
      await syncFolder(dirname(path)).catch(absent)
    },

    async list(prefix) {
      return (await listAll()).filter((key) => key.startsWith(prefix) && isStorageKey(key))
    },

    listFiles,

    measureSpace: () => measureFreeSpace(folder),

    async check() {
      await access(folder, constants.R_OK | constants.W_OK).catch((cause: unknown) => {
        throw new AppError(
          'unavailable',
          `The site cannot read and write files in ${folder}. Check the permissions of this folder.`,
          { retryAfterSeconds: 60, cause },
        )
      })
    },

    async collectGarbage(isNamed, { isAlone = false } = {}) {
      const all = await listAll()
      const complete = new Set(all.filter(isStorageKey))
      const referenced = new Set<string>()
      for (const key of complete) if (await isNamed(key)) referenced.add(key)
      const unreferenced = all.filter(
        (path) => !referenced.has(path.endsWith(typeSuffix) ? path.slice(0, -typeSuffix.length) : path),
      )
      const old: string[] = []
      for (const path of unreferenced) {
        const isComplete = complete.has(path.endsWith(typeSuffix) ? path.slice(0, -typeSuffix.length) : path)
        if (isComplete || isAlone || !(await isYoung(join(folder, path)))) old.push(path)
      }
      for (const path of old) await rm(join(folder, path), { force: true })
      return old.filter((path) => !path.endsWith(typeSuffix)).length
    },
  }
}

/** Creates the folders down to `path` and syncs each new entry to disk. */
async function makeFolders(root: string, path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!firstMade) return
  for (let made = path; made !== root && made !== dirname(firstMade); made = dirname(made))
    await syncFolder(dirname(made))
}

async function isYoung(path: string): Promise<boolean> {
  const facts = await stat(path).catch(absent)
  return facts !== undefined && Date.now() - facts.mtimeMs < maxWriteMs
}

async function openForReading(path: string): Promise<{ handle: FileHandle; bytes: number }> {
  const handle = await open(path, 'r').catch(absent)
  const facts = await handle?.stat()
  if (handle && facts?.isFile()) return { handle, bytes: facts.size }
  await handle?.close()
  throw new AppError('not-found', { key: 'site.errors.file' })
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
