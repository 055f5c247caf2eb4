import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { DeleteObjectCommandOutput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { Config } from '#platform/config.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { type DraftFile, openFileCache } from './file-cache.ts'
import { collectS3Garbage } from './s3-garbage.ts'
import { connectToS3, defaultS3Limits, type S3Limits, type S3Settings } from './s3-client.ts'
import { readBytes } from './hashed-file.ts'
import { createS3Reader, type KnownFacts } from './s3-reader.ts'
import { uploadToS3 } from './s3-upload.ts'
import { checkStorageKey, type FileFacts, isReceived, isStorageKey, type ListedFile, type Storage } from './storage.ts'

/** Files up to this size are read through the local cache; larger ones are streamed from the bucket. */
const maxCachedBytes = 8 * 1024 * 1024

type Log = { warn(details: object, message: string): void }

/** Storage in an S3 bucket; `close` ends its connections. */
export type S3Storage = Storage & { close(): void }

/**
 * Opens a storage in an S3 bucket. The bucket need not be reachable yet.
 *
 * @param cacheDir Folder for local copies; safe to delete while no process uses it.
 */
export async function openS3Storage({
  settings,
  cacheDir,
  log,
  limits = {},
}: {
  settings: S3Settings & Pick<Config, 'S3_CACHE_MEGABYTES'>
  cacheDir: string
  log: Log
  limits?: Partial<S3Limits>
}): Promise<S3Storage> {
  const allLimits = { ...defaultS3Limits, ...limits }
  const { singleBytes } = allLimits
  const connection = await connectToS3(settings, allLimits)
  const { sdk, bucket, send } = connection
  const cache = await openFileCache(cacheDir, settings.S3_CACHE_MEGABYTES * 1024 * 1024)
  const isCached = ({ sha256 }: FileFacts) => sha256 !== undefined && cache.has(sha256)
  const reader = createS3Reader(connection, isCached)
  const { remember, forget, findFacts, findFactsToRead, withFacts, fetchWhole, openStored, streamObject } = reader

  /** Calls `read` with a local copy. */
  const withFile = <T>(key: string, read: (path: string) => Promise<T>): Promise<T> =>
    withFacts(key, findFactsToRead, async (facts) => {
      if (facts.sha256) return cache.lend(facts.sha256, fetchWhole(key, facts), read)
      // Files that another program stored have no hash, so only their length is checked.
      const draft = await cache.writeDraft(await fetchWhole(key, facts)())
      try {
        return await read(draft.path)
      } finally {
        await rm(draft.path, { force: true })
      }
    })

  const openWith = async (key: string, facts: KnownFacts, range: { start?: number; end?: number }) => {
    const { start = 0, end = facts.bytes - 1 } = range
    if (facts.sha256 && (isCached(facts) || facts.bytes <= maxCachedBytes)) {
      const copy = cache.lend(facts.sha256, fetchWhole(key, facts), async (path) => openCopy(path, start, end))
      return copy.catch((error: unknown) => {
        if (isAppError(error)) throw error
        // There is no space for a copy.
        log.warn({ err: error, key }, 'storage cache failed; reading from the bucket')
        return streamObject(key, facts, start, Math.min(end, facts.bytes - 1))
      })
    }
    if (start === 0 && end >= facts.bytes - 1) return fetchWhole(key, facts)()
    return streamObject(key, facts, start, Math.min(end, facts.bytes - 1))
  }

  async function* listFiles(prefix: string): AsyncGenerator<ListedFile> {
    let token: string | undefined
    do {
      const page = await send<ListObjectsV2CommandOutput>(
        new sdk.ListObjectsV2Command({
          Bucket: bucket,
          MaxKeys: allLimits.listedAtOnce,
          ...(prefix ? { Prefix: prefix } : {}),
          ...(token ? { ContinuationToken: token } : {}),
        }),
      )
      for (const { Key: key = '', Size: bytes = 0, LastModified: modifiedAt = new Date(0) } of page.Contents ?? [])
        if (isStorageKey(key)) yield { key, bytes, modifiedAt }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  const storage: S3Storage = {
    kind: 's3',

    async put(key, content, { contentType }) {
      checkStorageKey(key)
      // The whole content is received first, so that an interrupted upload never reaches the bucket.
      const draft = isReceived(content) ? content : await cache.writeDraft(content)
      try {
        const { etag } = await uploadToS3(connection, { key, contentType, draft, singleBytes })
        remember(key, { bytes: draft.bytes, sha256: draft.sha256, contentType, modifiedAt: new Date(), etag })
        await cacheDraft(draft)
        return { bytes: draft.bytes, sha256: draft.sha256 }
      } catch (error) {
        forget(key)
        if (!isReceived(content)) await rm(draft.path, { force: true })
        throw error
      }
    },

    async receive(content) {
      const draft = await cache.writeDraft(content)
      return { ...draft, discard: () => rm(draft.path, { force: true }) }
    },

    open: (key, range) =>
      withFacts(key, range ? findFacts : findFactsToRead, (facts) => openWith(key, facts, range ?? {})),

    openStored,

    async stat(key) {
      try {
        const { bytes, contentType, modifiedAt, sha256 } = await findFacts(key)
        return { bytes, contentType, modifiedAt, sha256 }
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
    },

    withFile,

    async delete(key) {
      checkStorageKey(key)
      forget(key)
      await send<DeleteObjectCommandOutput>(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(
        (error: unknown) => {
          if (!isNotFound(error)) throw error
        },
      )
      forget(key)
    },

    async list(prefix) {
      const keys: string[] = []
      for await (const { key } of listFiles(prefix)) keys.push(key)
      return keys.sort()
    },

    listFiles,

    measureSpace: async () => undefined,

    async check() {
      try {
        // A key without permission to list is refused here; it would make every missing file look forbidden.
        await send(new sdk.GetObjectCommand({ Bucket: bucket, Key: 'check/missing' }))
      } catch (error) {
        if (isNotFound(error)) return
        const { cause } = error as Error
        throw new AppError('unavailable', cause instanceof Error ? cause.message : String(error), {
          retryAfterSeconds: 30,
          cause: error,
        })
      }
    },

    collectGarbage: (isNamed) => collectS3Garbage({ connection, storage, isNamed, log }),

    close: () => connection.close(),
  }

  async function cacheDraft(draft: DraftFile): Promise<void> {
    await cache.add(draft).catch(async (error: unknown) => {
      await rm(draft.path, { force: true })
      log.warn({ err: error }, 'storage cache failed')
    })
  }

  return storage
}

/** Opens a copy before the cache may evict it. */
async function openCopy(path: string, start: number, end: number): Promise<Readable> {
  if (end < start) return Readable.from([])
  const stream = createReadStream(path, { start, end, highWaterMark: readBytes })
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve())
    stream.once('error', reject)
  })
  return stream
}

const isNotFound = (error: unknown) => isAppError(error) && error.code === 'not-found'
