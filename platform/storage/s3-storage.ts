import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type {
  DeleteObjectCommandOutput,
  GetObjectCommandOutput,
  HeadObjectCommandOutput,
  ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3'
import type { Config } from '#platform/config.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { type DraftFile, openFileCache } from './file-cache.ts'
import { isReplaced } from './s3-errors.ts'
import { collectS3Garbage } from './s3-garbage.ts'
import { connectToS3, defaultS3Limits, type S3Limits, type S3Settings } from './s3-client.ts'
import { readBytes } from './hashed-file.ts'
import { uploadToS3 } from './s3-upload.ts'
import { checkStorageKey, type FileFacts, isStorageKey, type ListedFile, type Storage } from './storage.ts'

/** Files up to this size are read through the local cache; larger ones are streamed from the bucket. */
const maxCachedBytes = 8 * 1024 * 1024

/** Time for which a file is taken to be as it was last seen. Keys name one content, so that is rarely wrong. */
const trustMs = 60_000

/** Number of files whose facts are remembered. */
const maxRemembered = 20_000

/** Number of times a broken download is continued. */
const maxResumptions = 3

type KnownFacts = FileFacts & { etag: string; seenMs: number }

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
  const connection = await connectToS3(settings, allLimits)
  const { sdk, bucket, send } = connection
  const cache = await openFileCache(cacheDir, settings.S3_CACHE_MEGABYTES * 1024 * 1024)
  const known = new Map<string, KnownFacts>()

  const remember = (key: string, facts: Omit<KnownFacts, 'seenMs'>): KnownFacts => {
    const remembered = { ...facts, seenMs: performance.now() }
    known.delete(key)
    known.set(key, remembered)
    if (known.size > maxRemembered) known.delete(known.keys().next().value!)
    return remembered
  }

  /** @throws AppError `not-found`, `unavailable`. */
  const findFacts = async (key: string): Promise<KnownFacts> => {
    checkStorageKey(key)
    const before = known.get(key)
    if (before && performance.now() - before.seenMs < trustMs) return before
    try {
      const head = await send<HeadObjectCommandOutput>(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }))
      return remember(key, {
        bytes: head.ContentLength ?? 0,
        contentType: head.ContentType ?? 'application/octet-stream',
        modifiedAt: head.LastModified ?? new Date(0),
        sha256: head.Metadata?.['sha256'],
        etag: head.ETag ?? '',
      })
    } catch (error) {
      if (isNotFound(error)) known.delete(key)
      // What was there before the outage can still be served from the cache.
      else if (before) return before
      throw error
    }
  }

  const getObject = async (key: string, { etag }: KnownFacts, range?: string): Promise<Readable> => {
    const command = new sdk.GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(range ? { Range: range } : {}),
      ...(etag ? { IfMatch: etag } : {}),
    })
    const { Body: body } = await send<GetObjectCommandOutput>(command).catch((error: unknown) => {
      // Deleted, or replaced since it was last seen.
      known.delete(key)
      throw error
    })
    return body as Readable
  }

  /** Calls `read` with the facts of a file, and once more when another host has replaced the file since it was seen. */
  const withFacts = async <T>(key: string, read: (facts: KnownFacts) => Promise<T>): Promise<T> => {
    try {
      return await read(await findFacts(key))
    } catch (error) {
      if (!isReplaced(error)) throw error
      return read(await findFacts(key))
    }
  }

  /** Streams a part of a file and continues after a broken connection. */
  const streamObject = async (key: string, facts: KnownFacts, start: number, end: number): Promise<Readable> => {
    let at = start
    let body: Readable | undefined = await getObject(key, facts, `bytes=${start}-${end}`)
    async function* chunks(): AsyncGenerator<Buffer> {
      for (let failures = 0; at <= end;) {
        try {
          body ??= await getObject(key, facts, `bytes=${at}-${end}`)
          for await (const chunk of body as AsyncIterable<Buffer>) {
            at += chunk.length
            yield chunk
          }
          if (at <= end) throw new Error(`the object storage sent ${at - start} of ${end + 1 - start} bytes`)
        } catch (error) {
          failures += 1
          if (isNotFound(error) || failures > maxResumptions) throw error
          body = undefined
        }
      }
    }
    const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: readBytes })
    stream.once('close', () => body?.destroy())
    return stream
  }

  const fetchWhole = (key: string, facts: KnownFacts) => () =>
    facts.bytes === 0 ? Promise.resolve(Readable.from([])) : streamObject(key, facts, 0, facts.bytes - 1)

  /** Calls `read` with a local copy. */
  const withFile = <T>(key: string, read: (path: string) => Promise<T>): Promise<T> =>
    withFacts(key, async (facts) => {
      if (facts.sha256) return cache.lend(facts.sha256, fetchWhole(key, facts), read)
      // Put there by another program: nothing to check it by but its length.
      const draft = await cache.writeDraft(await fetchWhole(key, facts)())
      try {
        return await read(draft.path)
      } finally {
        await rm(draft.path, { force: true })
      }
    })

  const openWith = async (key: string, facts: KnownFacts, range: { start?: number; end?: number }) => {
    const { start = 0, end = facts.bytes - 1 } = range
    const isCached = facts.sha256 !== undefined && cache.has(facts.sha256)
    if (facts.sha256 && (isCached || facts.bytes <= maxCachedBytes)) {
      const copy = cache.lend(facts.sha256, fetchWhole(key, facts), async (path) => openCopy(path, start, end))
      return copy.catch((error: unknown) => {
        if (isAppError(error)) throw error
        // Nowhere to put a copy.
        log.warn({ err: error, key }, 'storage cache failed; reading from the bucket')
        return streamObject(key, facts, start, Math.min(end, facts.bytes - 1))
      })
    }
    if (facts.bytes === 0) return Readable.from([])
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
      // The whole content first: what breaks off on its way to this site never reaches the bucket.
      const draft = await cache.writeDraft(content)
      try {
        const { etag } = await uploadToS3(connection, { key, contentType, draft })
        remember(key, { bytes: draft.bytes, sha256: draft.sha256, contentType, modifiedAt: new Date(), etag })
        await cacheDraft(draft)
        return { bytes: draft.bytes, sha256: draft.sha256 }
      } catch (error) {
        known.delete(key)
        await rm(draft.path, { force: true })
        throw error
      }
    },

    open: (key, range = {}) => withFacts(key, (facts) => openWith(key, facts, range)),

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
      known.delete(key)
      await send<DeleteObjectCommandOutput>(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(
        (error: unknown) => {
          if (!isNotFound(error)) throw error
        },
      )
      known.delete(key)
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
        // A key without the right to list is refused here, and would make every missing file look forbidden.
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
