import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'

/** Length of a stored file in bytes and the SHA-256 of its content, in hex. */
export type StoredFile = { bytes: number; sha256: string }

/** Metadata of a stored file. */
export type FileFacts = { bytes: number; contentType: string; modifiedAt: Date }

/**
 * Storage for uploaded and generated files. Database rows reference them by key; commit such a row only after `put` has
 * resolved, because only then is the file durable.
 */
export type Storage = {
  /**
   * Stores a file atomically, replacing one of the same key.
   *
   * @param contentType Stored with the file and returned by `stat`.
   * @throws AppError `invalid-input` for a key that {@link isStorageKey} refuses.
   */
  put(key: string, content: Readable | Uint8Array, options: { contentType: string }): Promise<StoredFile>
  /**
   * Opens a file for reading.
   *
   * @param range Offsets in bytes of the first and last byte, both included, as in an HTTP range.
   * @throws AppError `not-found`.
   */
  open(key: string, range?: { start?: number; end?: number }): Promise<Readable>
  /** @returns undefined when there is no such file. */
  stat(key: string): Promise<FileFacts | undefined>
  /**
   * Returns the local path of a file, for programs that read files instead of streams; it must not be written. A remote
   * storage would return a path in a local cache and start to download the file there; until that is complete, the path
   * does not exist.
   *
   * @throws AppError `invalid-input` for a key that {@link isStorageKey} refuses. The file may not exist.
   */
  localPath(key: string): string
  /** Deletes a file if it exists. */
  delete(key: string): Promise<void>
  /** Lists all keys that start with `prefix`, sorted. */
  list(prefix: string): Promise<string[]>
  /**
   * Deletes incomplete files older than an hour and files that no row references. Call it at startup, before this
   * process stores anything; files that another process is writing are younger and stay.
   *
   * @param isAlone Whether no other process can be writing: then every incomplete file was left by a crash.
   * @returns Number of deleted files.
   */
  collectGarbage(isNamed: (key: string) => boolean | Promise<boolean>, options?: { isAlone?: boolean }): Promise<number>
}

const part = '[a-z0-9][a-z0-9_-]*(\\.[a-z0-9]+)*'
const keyShape = new RegExp(`^${part}(/${part}){0,7}$`)

/**
 * Returns whether a text is a valid key: lower-case names, up to eight levels deep and 200 characters long. The
 * allow-list excludes `..`, absolute paths, hidden files, NUL and their encodings.
 */
export function isStorageKey(text: string): boolean {
  return text.length <= 200 && keyShape.test(text)
}

/**
 * Rejects an invalid key.
 *
 * @throws AppError `invalid-input` unless {@link isStorageKey}.
 */
export function checkStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new AppError('invalid-input', { key: 'site.errors.fileName' })
}
