import { isAbsolute } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type { FreeSpace } from './free-space.ts'

/** Length of a stored file in bytes and the SHA-256 of its content, in hex. */
export type StoredFile = { bytes: number; sha256: string }

/** A file that was received on the local disk and is not stored yet. */
export type ReceivedFile = StoredFile & {
  /** Local path, to be read and not written. */
  path: string
  /** Deletes the file, unless it was stored. */
  discard(): Promise<void>
}

/** Metadata of a stored file. `sha256` is known where the storage keeps it: on S3, for files stored by this site. */
export type FileFacts = { bytes: number; contentType: string; modifiedAt: Date; sha256?: string | undefined }

/** A stored file in a listing. */
export type ListedFile = { key: string; bytes: number; modifiedAt: Date }

/**
 * Storage for uploaded and generated files: a folder on the local disk, or an S3 bucket that any number of hosts share.
 * Database rows reference files by key; commit such a row only after `put` has resolved, because only then is the file
 * durable. The row alone is no proof that the file still exists: expect `not-found`.
 *
 * All methods throw AppError `invalid-input` for a key that {@link isStorageKey} refuses. On S3, all throw AppError
 * `unavailable` with `retryAfterSeconds` when the storage does not respond or refuses access.
 */
export type Storage = {
  readonly kind: 'disk' | 's3'
  /**
   * Stores a file atomically, replacing one of the same key. On any error nothing is stored, and a file that was
   * stored before stays.
   *
   * @param content A received file is moved; after an error it is still there.
   * @param contentType Stored with the file and returned by `stat`.
   * @throws Error for which `isFullDisk` is true when there is no space; errors of `content`.
   */
  put(key: string, content: Readable | Uint8Array | ReceivedFile, options: { contentType: string }): Promise<StoredFile>
  /**
   * Writes content to the local disk, so that it can be read and checked before it is stored, or without ever being
   * stored. What a crash leaves behind is deleted an hour later.
   *
   * @returns The file, which the caller has to store or to discard.
   * @throws Error for which `isFullDisk` is true when there is no space; errors of `content`. Nothing is left then.
   */
  receive(content: Readable): Promise<ReceivedFile>
  /**
   * Opens a file for reading. On S3, a file that another process replaced is seen within a minute.
   *
   * @param range Offsets in bytes of the first and last byte, both included, as in an HTTP range.
   * @throws AppError `not-found`.
   */
  open(key: string, range?: { start?: number; end?: number }): Promise<Readable>
  /**
   * Opens a whole file as the storage itself has it now, without local copies and remembered facts, for checks of the
   * storage.
   *
   * @throws AppError `not-found`.
   */
  openStored(key: string): Promise<{ facts: FileFacts; content: Readable }>
  /** @returns undefined when there is no such file. */
  stat(key: string): Promise<FileFacts | undefined>
  /**
   * Calls `read` with the path of the file on the local disk, for programs and threads that read files instead of
   * streams. S3 downloads the file to a local cache first, once for concurrent callers, and checks its hash; it stays
   * there at least until `read` has settled. The file must not be written.
   *
   * @returns The result of `read`.
   * @throws AppError `not-found`; errors of `read`.
   */
  withFile<T>(key: string, read: (path: string) => Promise<T>): Promise<T>
  /** Deletes a file if it exists. */
  delete(key: string): Promise<void>
  /** Lists all keys that start with `prefix`, sorted. */
  list(prefix: string): Promise<string[]>
  /** Lists all files whose key starts with `prefix`, with their sizes, in no certain order; reads page by page. */
  listFiles(prefix: string): AsyncIterable<ListedFile>
  /** Returns the free space for new files; undefined where there is no limit to measure. */
  measureSpace(): Promise<FreeSpace | undefined>
  /**
   * Checks that files can be listed and read.
   *
   * @throws AppError `unavailable` whose message says what is wrong and what to do.
   */
  check(): Promise<void>
  /**
   * Deletes incomplete files older than an hour and files that no row references. Call it at startup, before this
   * process stores anything; files that another process is writing are younger and stay.
   *
   * @param isAlone Whether no other process can be writing: then every incomplete file was left by a crash.
   * @returns Number of deleted files.
   */
  collectGarbage(isNamed: (key: string) => boolean | Promise<boolean>, options?: { isAlone?: boolean }): Promise<number>
}

/** Returns whether content is a received file. */
export function isReceived(content: Readable | Uint8Array | ReceivedFile): content is ReceivedFile {
  return 'discard' in content
}

/**
 * Calls `read` with the local path of a file that lies either on this machine or in storage.
 *
 * @param file An absolute path, or a key. No key begins with a slash.
 * @throws AppError `not-found` for a key without a file; errors of `read`.
 */
export function withFileAt<T>(
  storage: Pick<Storage, 'withFile'>,
  file: string,
  read: (path: string) => Promise<T>,
): Promise<T> {
  return isAbsolute(file) ? read(file) : storage.withFile(file, read)
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
  if (!isStorageKey(key)) throw new AppError('invalid-input', 'Invalid file name.')
}
