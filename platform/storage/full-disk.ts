import { AppError } from '#shared/errors.ts'

/** Returns whether an error means that the disk or the object storage is full. */
export function isFullDisk(error: unknown): boolean {
  return isFull(error) || isFull((error as Error).cause)
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String((error as { code?: unknown })?.code))

/**
 * Converts a full-disk error of an upload.
 *
 * @throws AppError `unavailable` for a full disk, otherwise the given error.
 */
export function throwFullDiskError(error: unknown): never {
  if (!isFullDisk(error)) throw error
  throw new AppError(
    'unavailable',
    { key: 'site.errors.diskFull' },
    {
      cause: error,
      retryAfterSeconds: 60,
    },
  )
}
