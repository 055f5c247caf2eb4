import { FolderError } from '#platform/configured-folder.ts'
import { findStorageFault } from '#platform/storage/s3-errors.ts'
import { AppError } from '#shared/errors.ts'

/** Thrown when the process stops during a backup. */
export class StoppedError extends Error {
  override name = 'StoppedError'
}

/** Describes why a backup failed, and what to do about it. The text may contain secrets. */
export function describeFailure(error: unknown): string {
  const fault = findStorageFault(error)
  if (fault) return fault.message
  const message = error instanceof Error ? error.message : String(error)
  // These errors say what to do themselves. A sentence from the catalogues is for visitors; its cause says more.
  if (error instanceof FolderError || error instanceof StoppedError) return message
  if (error instanceof AppError) {
    if (!error.text) return message
    if (error.cause) return describeFailure(error.cause)
  }
  return `${asSentence(message.trim() || 'unknown error')} ${advice}`
}

/**
 * Adds the advice to a recorded error without any: earlier versions recorded the plain message of its cause, while the
 * texts of {@link describeFailure} end as sentences.
 */
export const withAdvice = (recorded: string): string =>
  /[.!?…]$/.test(recorded) ? recorded : `${asSentence(recorded)} ${advice}`

const advice = 'Check the backup location and its free space.'

const asSentence = (text: string) => text.replace(/[^.!?]$/, '$&.')
