import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'

/** What was stored: its length in bytes and the SHA-256 of its content, in hex. */
export type StoredFile = { bytes: number; sha256: string }

/** What is known of a stored file without opening it. */
export type FileFacts = { bytes: number; contentType: string; modifiedAt: Date }

/**
 * Where uploaded and generated files live. Rows in the database name them by key; commit such a row
 * only after `put` has resolved, because only then is the file safe from a power cut.
 */
export type Storage = {
  /**
   * Stores a file whole or not at all, replacing one of the same key.
   *
   * @param contentType Kept beside the file and told by `stat`.
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
   * Where a file lies on this machine, for programs that read files and no streams; nobody may write there. A store
   * elsewhere would answer with a place in a folder of this machine, begin to bring the file there, and let go of it
   * when it was not asked for in days: until it is whole, nothing is there.
   *
   * @throws AppError `invalid-input` for a key that {@link isStorageKey} refuses. Whether there is such a file shows on
   *   reading.
   */
  localPath(key: string): string
  /** Deletes a file; one that is not there is fine. */
  delete(key: string): Promise<void>
  /** All keys that begin with `prefix`, in the order of their letters. */
  list(prefix: string): Promise<string[]>
  /**
   * Removes what a crash left behind: half-written files older than an hour, and whole ones that no row names.
   * Meant for the start, before this process stores anything; what another is just writing is younger, and stays.
   *
   * @param isAlone Whether no other process can be writing here: then what is half written is left by a crash, however
   *   young.
   * @returns How many files went.
   */
  collectGarbage(isNamed: (key: string) => boolean | Promise<boolean>, options?: { isAlone?: boolean }): Promise<number>
}

const part = '[a-z0-9][a-z0-9_-]*(\\.[a-z0-9]+)*'
const keyShape = new RegExp(`^${part}(/${part}){0,7}$`)

/**
 * Whether a text may be a key: lower-case names we generate, up to eight deep, 200 letters at most.
 * Listing what is allowed leaves no room for `..`, absolute paths, hidden files, NUL or encodings of them.
 */
export function isStorageKey(text: string): boolean {
  return text.length <= 200 && keyShape.test(text)
}

/**
 * Refuses what may not be a key.
 *
 * @throws AppError `invalid-input` unless {@link isStorageKey}.
 */
export function checkStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new AppError('invalid-input', 'Invalid file name.')
}
