import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { GetObjectCommandOutput, HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { isAppError } from '#shared/errors.ts'
import { readBytes } from './hashed-file.ts'
import type { S3Connection } from './s3-client.ts'
import { isReplaced } from './s3-errors.ts'
import { checkStorageKey, type FileFacts } from './storage.ts'

/** Time for which a file is taken to be as it was last seen. Keys name one content, so that is rarely wrong. */
const trustMs = 60_000

/** Number of files whose facts are remembered. */
const maxRemembered = 20_000

/** Number of times a broken download is continued. */
const maxResumptions = 3

/** Facts of an object; its entity tag names its content. */
export type ObjectFacts = FileFacts & { etag: string }

/** Facts of an object as they were last seen, in milliseconds of `performance.now()`. */
export type KnownFacts = ObjectFacts & { seenMs: number }

/** Reads objects of a bucket with few requests: facts are remembered for a minute, and arrive with the content. */
export type S3Reader = {
  /** Remembers the facts of an object that was just stored. */
  remember(key: string, facts: ObjectFacts): KnownFacts
  /** Forgets an object that was stored or deleted. */
  forget(key: string): void
  /** Finds the facts of an object. @throws AppError `not-found`, `unavailable`. */
  findFacts(key: string): Promise<KnownFacts>
  /**
   * Finds the facts of an object that will be read whole, inside of `withFacts`. Unless there is a local copy, the same
   * request brings its content, which `fetchWhole` returns.
   *
   * @throws AppError `not-found`, `unavailable`.
   */
  findFactsToRead(key: string): Promise<KnownFacts>
  /**
   * Calls `read` with the facts of an object, and once more when another host has replaced it since it was seen.
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
  /** Opens an object with its present facts, whatever was known of it. @throws AppError `not-found`, `unavailable`. */
  openStored(key: string): Promise<{ facts: ObjectFacts; content: Readable }>
  /** Streams a part of an object, both offsets included, and continues after a broken connection. */
  streamObject(key: string, facts: KnownFacts, start: number, end: number): Promise<Readable>
}

/** Creates the reader. @param isCached Returns whether there is a local copy of an object. */
export function createS3Reader({ sdk, bucket, send }: S3Connection, isCached: (facts: FileFacts) => boolean): S3Reader {
  const known = new Map<string, KnownFacts>()
  const fetching = new Map<string, Promise<KnownFacts>>()
  /** Contents that arrived with the facts of a file and are not read yet, by key. */
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

  const claimArrived = (key: string): Readable | undefined => {
    const body = arrived.get(key)
    arrived.delete(key)
    return body
  }

  /** Requests a whole file, whose facts come with it. */
  const getWhole = async (key: string): Promise<{ facts: KnownFacts; body: Readable }> => {
    const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: key })
    const output = await send<GetObjectCommandOutput>(command).catch((error: unknown) => {
      if (isNotFound(error)) known.delete(key)
      throw error
    })
    const body = output.Body as Readable
    // Its reader sees the error; until there is one, it must not end the process.
    body.on('error', () => undefined)
    return { facts: remember(key, factsOf(output)), body }
  }

  const openStored = async (key: string): Promise<{ facts: ObjectFacts; content: Readable }> => {
    checkStorageKey(key)
    const { facts, body } = await getWhole(key)
    return { facts, content: await streamObject(key, facts, 0, facts.bytes - 1, body) }
  }

  /** Finds the facts of a file that will be read whole; unless there is a copy, its content comes with them. */
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

  /** Calls `read` with the facts of a file, and once more when another host has replaced the file since it was seen. */
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

/** Largest content that is read to its end and thrown away, so that its connection can be used again. */
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
