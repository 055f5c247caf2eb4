import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isAppError } from '#shared/errors.ts'
import type { FileFacts, Storage } from './storage.ts'

type CopyOptions = {
  /** Receives a line for each failure, and for every hundredth file. */
  print: (line: string) => void
}

/** Number of files between two lines of progress. */
const printEvery = 100

/**
 * Copies all files of a storage to another, and checks each by its SHA-256. Files that the target has with the same
 * hash are skipped, so a copy that was stopped can be started again. Nothing is deleted, on either side.
 *
 * @returns Number of files, and of copied bytes.
 */
export async function copyStorage(
  source: Storage,
  target: Storage,
  { print }: CopyOptions,
): Promise<{ copied: number; skipped: number; failed: number; bytes: number }> {
  const counts = { copied: 0, skipped: 0, failed: 0, bytes: 0 }
  for await (const { key } of source.listFiles('')) {
    try {
      const facts = await source.stat(key)
      // Deleted since it was listed.
      if (!facts) continue
      const bytes = await copyFile(source, target, key, facts)
      if (bytes === undefined) counts.skipped += 1
      else {
        counts.copied += 1
        counts.bytes += bytes
      }
    } catch (error) {
      counts.failed += 1
      print(`${key}: ${describe(error)}`)
    }
    const done = counts.copied + counts.skipped + counts.failed
    if (done % printEvery === 0) print(`${done} files: ${counts.copied} copied, ${counts.skipped} already there`)
  }
  return counts
}

/** @returns Number of copied bytes; undefined when the target has the file. */
async function copyFile(source: Storage, target: Storage, key: string, facts: FileFacts): Promise<number | undefined> {
  const there = await target.stat(key)
  if (there?.bytes === facts.bytes && there.contentType === facts.contentType) {
    const sha256 = facts.sha256 ?? (await hashOf(await source.open(key)))
    if ((there.sha256 ?? (await hashOf(await target.open(key)))) === sha256) return undefined
  }
  const stored = await target.put(key, await source.open(key), { contentType: facts.contentType })
  const sha256 = facts.sha256 ?? (await hashOf(await source.open(key)))
  if (stored.sha256 === sha256 && stored.bytes === facts.bytes) return stored.bytes
  await target.delete(key)
  throw new Error(`The copy has the hash ${stored.sha256} instead of ${sha256}. It was deleted; copy again.`)
}

/**
 * Reads all files of a storage and compares each with its hash, where one is known: from the storage, or from the name
 * of a book's PDF. Local copies of a bucket's files are not read, because they would hide a damaged original.
 */
export async function verifyStorage(
  storage: Storage,
  { print }: CopyOptions,
): Promise<{ files: number; bytes: number; damaged: string[] }> {
  const found = { files: 0, bytes: 0, damaged: [] as string[] }
  for await (const { key } of storage.listFiles('')) {
    try {
      const { facts, content } = await storage.openStored(key)
      found.files += 1
      found.bytes += facts.bytes
      const expected = facts.sha256 ?? /\/([0-9a-f]{64})\.pdf$/.exec(key)?.[1]
      const sha256 = await hashOf(content)
      if (expected !== undefined && sha256 !== expected)
        throw new Error(`It has the hash ${sha256} instead of ${expected}.`)
    } catch (error) {
      // Deleted since it was listed.
      if (isAppError(error) && error.code === 'not-found') continue
      found.damaged.push(key)
      print(`${key}: ${describe(error)}`)
    }
    if (found.files % printEvery === 0) print(`${found.files} files read`)
  }
  return found
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}

/** The cause names the server and what to do; the message of an AppError is for visitors. */
function describe(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
