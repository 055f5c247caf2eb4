import type { S3Client, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3'
import type { Config } from '#platform/config.ts'
import { toStorageError } from './s3-errors.ts'

/** Settings of a bucket. */
export type S3Settings = Pick<Config, 'S3_ENDPOINT' | 'S3_REGION'> & {
  S3_BUCKET: string
  S3_ACCESS_KEY_ID: string
  S3_SECRET_ACCESS_KEY: string
}

/** Limits, times in milliseconds; overridden in tests. */
export type S3Limits = {
  /** Maximum time to connect. */
  connectMs: number
  /** Maximum time until a request without a body is answered, all attempts included. */
  answerMs: number
  /** Maximum time in which no byte arrives or leaves. */
  idleMs: number
  /** Time after a failed connection in which reads fail at once, so that pages do not wait for each file. */
  outageMs: number
  /** Number of files in one listing. */
  listedAtOnce: number
  /** Size of files sent in one request; larger ones go in parts, so that an error costs only one of them. */
  singleBytes: number
}

/** Limits of a site in production. */
export const defaultS3Limits: S3Limits = {
  connectMs: 3_000,
  answerMs: 6_000,
  idleMs: 15_000,
  outageMs: 2_000,
  listedAtOnce: 1_000,
  singleBytes: 64 * 1024 * 1024,
}

const ignore = () => undefined

type Sdk = typeof import('@aws-sdk/client-s3')
type Command = Parameters<S3Client['send']>[0]

/** Connection to a bucket. */
export type S3Connection = {
  sdk: Sdk
  client: S3Client
  bucket: string
  /** Name of the server for messages. */
  host: string
  /**
   * Sends a command without a body, or with one that is in memory.
   *
   * @throws AppError as {@link toStorageError} says.
   */
  send<Output extends ServiceOutputTypes>(command: object): Promise<Output>
  /** Runs an upload, whose time depends on its size. @throws AppError as {@link toStorageError} says. */
  upload<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

/** Connects to a bucket. The SDK is loaded here, so that sites with files on disk do not load it. */
export async function connectToS3(settings: S3Settings, limits: S3Limits): Promise<S3Connection> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: settings.S3_REGION,
    // Self-hosted servers have no name per bucket.
    ...(settings.S3_ENDPOINT ? { endpoint: settings.S3_ENDPOINT, forcePathStyle: true } : {}),
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
    maxAttempts: 2,
    // Errors are thrown, and logged where they are handled; without a logger the SDK also prints them.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Many servers refuse the checksums that the SDK adds by default; the signed SHA-256 protects the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      socketTimeout: limits.idleMs,
      httpAgent: { keepAlive: true, maxSockets: 64 },
      httpsAgent: { keepAlive: true, maxSockets: 64 },
    },
  })
  // Requests about the bucket itself: other clients send `/bucket`, and some servers sign nothing else.
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { path: string }
      if (request.path.length > 1) request.path = request.path.replace(/\/$/, '')
      return next(args)
    },
    { step: 'build', name: 'bucketPath' },
  )
  const host = settings.S3_ENDPOINT ? new URL(settings.S3_ENDPOINT).host : `s3.${settings.S3_REGION}.amazonaws.com`
  const about = { host, bucket: settings.S3_BUCKET }
  let outage: { error: unknown; untilMs: number } | undefined

  const convert = (cause: unknown) => {
    const { error, isOutage } = toStorageError(cause, about)
    if (isOutage) outage = { error, untilMs: performance.now() + limits.outageMs }
    return error
  }

  return {
    sdk,
    client,
    bucket: settings.S3_BUCKET,
    host,
    async send<Output extends ServiceOutputTypes>(command: object) {
      if (outage && performance.now() < outage.untilMs) throw outage.error
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(), limits.answerMs)
      try {
        const output = await client.send(command as Command & { input: ServiceInputTypes }, {
          abortSignal: abort.signal,
        })
        outage = undefined
        return output as Output
      } catch (cause) {
        throw convert(cause)
      } finally {
        clearTimeout(timer)
      }
    },
    async upload(work) {
      try {
        return await work()
      } catch (cause) {
        throw convert(cause)
      }
    },
    close: () => client.destroy(),
  }
}
