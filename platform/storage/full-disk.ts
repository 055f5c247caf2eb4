import { AppError } from '#shared/errors.ts'

/** Whether a file could not be stored because there is no room for it: nobody's mistake. */
export function isFullDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code))
}

/**
 * For a failed upload: says in words that there is no room.
 *
 * @throws AppError `unavailable` for a full disk, otherwise what came in.
 */
export function throwFullDiskError(error: unknown): never {
  if (!isFullDisk(error)) throw error
  throw new AppError('unavailable', 'The disk is full, so this file could not be saved. Try again later.', {
    cause: error,
    retryAfterSeconds: 60,
  })
}
