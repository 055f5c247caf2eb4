import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Reason why the folder of a setting cannot be used. */
export type FolderProblem = {
  /** Sentence without a period. */
  message: string
  /** Instruction of one sentence. */
  remedy: string
}

/** Thrown when the folder of a setting cannot be used. The message can be printed without a stack trace. */
export class FolderError extends Error {
  override name = 'FolderError'

  constructor({ message, remedy }: FolderProblem, options?: { cause?: unknown }) {
    super(`${message}. ${remedy}`, options)
  }
}

/**
 * Finds the reason why a folder cannot be created or written, without creating it.
 *
 * @param setting Name of the setting, such as `DATA_DIR`.
 * @param path Absolute path of the folder.
 */
export async function findFolderProblem(setting: string, path: string): Promise<FolderProblem | undefined> {
  const existing = await findExistingFolder(path)
  const isCreated = existing.path === path
  const subject = `${setting} ${path}`
  if (!existing.isFolder)
    return isCreated
      ? { message: `${subject} is a file`, remedy: 'Set it to a folder.' }
      : { message: `${subject} cannot be created: ${existing.path} is a file`, remedy: 'Set it to another folder.' }
  const failure = isCreated ? `${subject} is not writable` : `${subject} cannot be created`
  try {
    await access(existing.path, constants.W_OK | constants.X_OK)
    // Some file systems, such as /proc, permit writing and still accept no folder.
    await rmdir(await mkdtemp(join(existing.path, '.swade-check-')))
    return undefined
  } catch (error) {
    const code = codeOf(error)
    switch (code) {
      case 'ENOSPC':
        return {
          message: `${failure}: the disk is full`,
          remedy: `Free some space, or move ${setting} to another disk.`,
        }
      case 'EROFS':
        return {
          message: `${failure}: the file system is read-only`,
          remedy: `Set ${setting} to a folder on a writable disk.`,
        }
      case 'EACCES':
      case 'EPERM':
        return {
          message: `${failure}: permission denied`,
          remedy: `Give the user of the site write access to ${existing.path}, or set ${setting} to another folder.`,
        }
      default:
        return {
          message: `${failure}: no folder can be created in ${existing.path} (${code})`,
          remedy: `Set ${setting} to another folder.`,
        }
    }
  }
}

/**
 * Creates the folder of a setting if it does not exist.
 *
 * @param setting Name of the setting, such as `DATA_DIR`.
 * @param path Absolute path of the folder.
 * @throws FolderError when it is a file or cannot be created.
 */
export async function createConfiguredFolder(setting: string, path: string): Promise<void> {
  const existing = await findExistingFolder(path)
  if (existing.path === path && existing.isFolder) return
  // Node never returns from a recursive mkdir in a place that accepts no folder, so the place is checked first.
  const problem = await findFolderProblem(setting, path)
  if (problem) throw new FolderError(problem)
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    const message = `${setting} ${path} cannot be created (${codeOf(error)})`
    throw new FolderError({ message, remedy: `Set ${setting} to another folder.` }, { cause: error })
  })
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown error'

/** Finds the nearest existing file or folder of a path, from its end. */
export async function findExistingFolder(path: string): Promise<{ path: string; isFolder: boolean }> {
  try {
    return { path, isFolder: (await stat(path)).isDirectory() }
  } catch (error) {
    const parent = dirname(path)
    if (parent === path) throw error
    return findExistingFolder(parent)
  }
}
