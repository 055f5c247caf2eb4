import { AppError } from '#shared/errors.ts'

/** A fault of the object storage, for logs and the owner: what is wrong, and what to do. */
export class StorageFault extends Error {
  override name = 'StorageFault'
  /** As for a full disk, so that callers need not tell the two apart. */
  readonly code: 'ENOSPC' | 'S3'

  constructor(message: string, options: { cause: unknown; isFull?: boolean }) {
    super(message, options)
    this.code = options.isFull ? 'ENOSPC' : 'S3'
  }
}

/** Finds the fault behind an error for visitors, whose sentence does not say what is wrong with the object storage. */
export const findStorageFault = (error: unknown): StorageFault | undefined =>
  error instanceof AppError && error.cause instanceof StorageFault ? error.cause : undefined

type S3Fault = Error & { Code?: string; code?: string; $metadata?: { httpStatusCode?: number } }

const credentialCodes = new Set(['SignatureDoesNotMatch', 'InvalidAccessKeyId', 'InvalidSecurity', 'ExpiredToken'])
const fullCodes = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'InsufficientStorage',
  'ServiceQuotaExceededException',
])
const regionCodes = new Set(['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'])

/**
 * Converts an error of the S3 client.
 *
 * @returns `error`: AppError `not-found`, or `unavailable` with a {@link StorageFault} as its cause. `isOutage` is true
 *   when the server could not be reached, or failed.
 */
export function toStorageError(
  cause: unknown,
  { host, bucket }: { host: string; bucket: string },
): { error: AppError; isOutage: boolean } {
  const fault = cause as S3Fault
  const status = fault.$metadata?.httpStatusCode
  const code = fault.Code ?? (status === undefined ? (fault.code ?? fault.name) : fault.name)
  if (status === 404 && code !== 'NoSuchBucket')
    return { error: new AppError('not-found', { key: 'site.errors.file' }, { cause }), isOutage: false }
  if (status === 507 || fullCodes.has(code)) {
    const full = new StorageFault(`The object storage at ${host} is out of space. Free some, or raise its quota.`, {
      cause,
      isFull: true,
    })
    const text = { key: 'site.errors.diskFull' }
    return { error: new AppError('unavailable', text, { retryAfterSeconds: 60, cause: full }), isOutage: false }
  }
  const isOutage = status === undefined || [500, 502, 503, 504].includes(status)
  const problem = new StorageFault(describe(code, status, host, bucket), { cause })
  const text = { key: 'site.errors.storage' }
  return { error: new AppError('unavailable', text, { retryAfterSeconds: 30, cause: problem }), isOutage }
}

/** Returns whether a file is no longer the one that a request asked for by its entity tag. */
export function isReplaced(error: unknown): boolean {
  const fault = (error as Error | undefined)?.cause
  return fault instanceof StorageFault && (fault.cause as S3Fault | undefined)?.$metadata?.httpStatusCode === 412
}

function describe(code: string, status: number | undefined, host: string, bucket: string): string {
  if (code === 'NoSuchBucket')
    return `The bucket “${bucket}” does not exist at ${host}. Create it, or change S3_BUCKET.`
  if (credentialCodes.has(code))
    return `The object storage at ${host} refused the credentials (${code}). Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
  if (code === 'RequestTimeTooSkewed')
    return `The clock of this machine differs from that of the object storage at ${host}. Synchronize it with NTP.`
  if (regionCodes.has(code) || status === 301)
    return `The bucket “${bucket}” is in another region (${code}). Check S3_REGION and S3_ENDPOINT.`
  if (status === 403)
    return `The object storage at ${host} denied access to the bucket “${bucket}” (${code}). The key needs permission to list, read, write and delete objects.`
  if (status === undefined)
    return `The object storage at ${host} does not respond (${code}). Check S3_ENDPOINT, the network and the server.`
  return `The object storage at ${host} failed with ${status} (${code}). Check the server.`
}
