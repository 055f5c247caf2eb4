import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { GetObjectCommandOutput, HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { isAppError } from '#shared/errors.ts'
import { readBytes } from './hashed-file.ts'
import type { S3Connection } from './s3-client.ts'
import { isReplaced } from './s3-errors.ts'
import { checkStorageKey, type FileFacts } from './storage.ts'

/**
 * Time for which the metadata of a file is not checked again. A key names one content, so outdated metadata is rare.
 */
const trustMs = 60_000

/** Number of files whose metadata is cached. */
const maxRemembered = 20_000

/** Number of times a broken download is continued. */
const maxResumptions = 3

/** Metadata of an object; its entity tag identifies its content. */
export type ObjectFacts = FileFacts & { etag: string }

/** Cached metadata of an object with its time in milliseconds of `performance.now()`. */
export type KnownFacts = ObjectFacts & { seenMs: number }

/** Reads objects of a bucket with few requests: metadata is cached for a minute, and arrives with the content. */
export type S3Reader = {
  /** Caches the metadata of an object that was just stored. */
  remember(key: string, facts: ObjectFacts): KnownFacts
  /** Removes an object that was stored or deleted from the cache. */
  forget(key: string): void
  /** Returns the metadata of an object. @throws AppError `not-found`, `unavailable`. */
  findFacts(key: string): Promise<KnownFacts>
  /**
   * Returns the metadata of an object that will be read whole, inside of `withFacts`. Unless there is a local copy, the
   * same request fetches its content, which `fetchWhole` returns.
   *
   * @throws AppError `not-found`, `unavailable`.
   */
  findFactsToRead(key: string): Promise<KnownFacts>
  /**
   * Calls `read` with the metadata of an object, and once more when another host has replaced it in the meantime.
   *
   * @param find `findFacts` or `findFactsToRead`.
   */
  withFacts<T>(
    key: string,
    find: (key: string) => Promise<KnownFacts>,
    read: (facts: KnownFacts) => Promise<T>,
  ): Promise<T>
  /** Returns a function that opens the whole object. */
  fetchWhole(key: string, facts: KnownFacts): () => Promise<Readable>
  /** Opens an object with its current metadata, bypassing the cache. @throws AppError `not-found`, `unavailable`. */
  openStored(key: string): Promise<{ facts: ObjectFacts; content: Readable }>
  /** Streams a part of an object, both offsets included, and continues after a broken connection. */
  streamObject(key: string, facts: KnownFacts, start: number, end: number): Promise<Readable>
}

/** Creates the reader. @param isCached Returns whether there is a local copy of an object. */
export function createS3Reader({ sdk, bucket, send }: S3Connection, isCached: (facts: FileFacts) => boolean): S3Reader {
  const known = new Map<string, KnownFacts>()
  const fetching = new Map<string, Promise<KnownFacts>>()
  /** Contents that arrived with the metadata of a file and have not been read, by key. */
  const arrived = new Map<string, Readable>()

  const remember = (key: string, facts: ObjectFacts): KnownFacts => {
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
      return remember(key, factsOf(head))
    } catch (error) {
      if (isNotFound(error)) known.delete(key)
      // Files known before the outage can still be served from the cache.
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
      // The object was deleted or replaced since its metadata was read.
      known.delete(key)
      throw error
    })
    return body as Readable
  }

  const claimArrived = (key: string): Readable | undefined => {
    const body = arrived.get(key)
    arrived.delete(key)
    return body
  }

  /** Requests a whole file, which includes its metadata. */
  const getWhole = async (key: string): Promise<{ facts: KnownFacts; body: Readable }> => {
    const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: key })
    const output = await send<GetObjectCommandOutput>(command).catch((error: unknown) => {
      if (isNotFound(error)) known.delete(key)
      throw error
    })
    const body = output.Body as Readable
    // The reader of the content receives the error; before there is one, the error must not end the process.
    body.on('error', () => undefined)
    return { facts: remember(key, factsOf(output)), body }
  }

  const openStored = async (key: string): Promise<{ facts: ObjectFacts; content: Readable }> => {
    checkStorageKey(key)
    const { facts, body } = await getWhole(key)
    return { facts, content: await streamObject(key, facts, 0, facts.bytes - 1, body) }
  }

  /** Returns the metadata of a file that will be read whole; unless there is a copy, its content is fetched with it. */
  const findFactsToRead = async (key: string): Promise<KnownFacts> => {
    checkStorageKey(key)
    const before = known.get(key)
    if (before && (performance.now() - before.seenMs < trustMs || isCached(before))) return findFacts(key)
    const fetchFacts = async () => {
      const { facts, body } = await getWhole(key)
      discard(claimArrived(key))
      arrived.set(key, body)
      return facts
    }
    const answer = fetching.get(key) ?? fetchFacts().finally(() => fetching.delete(key))
    fetching.set(key, answer)
    return answer
  }

  /**
   * Calls `read` with the metadata of a file, and once more when another host has replaced the file in the meantime.
   */
  const withFacts = async <T>(
    key: string,
    find: (key: string) => Promise<KnownFacts>,
    read: (facts: KnownFacts) => Promise<T>,
  ): Promise<T> => {
    try {
      return await read(await find(key))
    } catch (error) {
      if (!isReplaced(error)) throw error
      return await read(await find(key))
    } finally {
      discard(claimArrived(key))
    }
  }

  /** Streams a part of a file and continues after a broken connection. */
  const streamObject = async (
    key: string,
    facts: KnownFacts,
    start: number,
    end: number,
    arrivedBody?: Readable,
  ): Promise<Readable> => {
    let at = start
    let body: Readable | undefined = arrivedBody ?? (await getObject(key, facts, `bytes=${start}-${end}`))
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
    facts.bytes === 0
      ? Promise.resolve(Readable.from([]))
      : streamObject(key, facts, 0, facts.bytes - 1, claimArrived(key))

  return {
    remember,
    forget: (key) => void known.delete(key),
    findFacts,
    findFactsToRead,
    withFacts,
    fetchWhole,
    openStored,
    streamObject,
  }
}

/** Maximum size of a content that is read and discarded, so that its connection can be reused. */
const maxDrainedBytes = readBytes

function discard(body: Readable | undefined): void {
  if (!body) return
  const bytes = Number((body as Partial<IncomingMessage>).headers?.['content-length'])
  if (bytes <= maxDrainedBytes) body.resume()
  else body.destroy()
}

function factsOf(output: HeadObjectCommandOutput | GetObjectCommandOutput): ObjectFacts {
  return {
    bytes: output.ContentLength ?? 0,
    contentType: output.ContentType ?? 'application/octet-stream',
    modifiedAt: output.LastModified ?? new Date(0),
    sha256: output.Metadata?.['sha256'],
    etag: output.ETag ?? '',
  }
}

const isNotFound = (error: unknown) => isAppError(error) && error.code === 'not-found'
