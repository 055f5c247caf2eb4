import { maxUnnamed } from './s3-garbage.ts'
import type { Storage } from './storage.ts'

type UnnamedFiles = {
  storage: Pick<Storage, 'listFiles' | 'stat' | 'delete'>
  /** Prefix of the keys, with a slash at the end. */
  folder: string
  /** Only files that were stored before this time are deleted. */
  before: Date
  /** Returns the name that all files of one upload share; undefined for files that are none of these. */
  nameOf(key: string): string | undefined
  /** Lists the names in use. Called after the files were listed, so that one stored and named since is young. */
  listNames(): Promise<ReadonlySet<string>>
  log: { warn(details: object, message: string): void }
}

/**
 * Deletes old files of a folder that nothing names. Several hosts may do so at once.
 *
 * A file that is stored again under the same name becomes young, so its age is checked again before it is deleted. Like
 * the garbage collection at startup, this never deletes most of a folder, because a new database that points to old
 * files names none of them.
 *
 * @returns Number of deleted files.
 * @throws AppError `unavailable`; errors of `listNames`. Then nothing is deleted, or a part.
 */
export async function deleteUnnamedFiles(files: UnnamedFiles): Promise<number> {
  const { storage, folder, before, nameOf, listNames, log } = files
  const uploads = new Map<string, { keys: string[]; isYoung: boolean }>()
  for await (const { key, modifiedAt } of storage.listFiles(folder)) {
    const name = nameOf(key)
    if (name === undefined) continue
    const upload = uploads.get(name) ?? { keys: [], isYoung: false }
    uploads.set(name, upload)
    upload.keys.push(key)
    upload.isYoung ||= modifiedAt >= before
  }
  if ([...uploads.values()].every(({ isYoung }) => isYoung)) return 0
  const names = await listNames()
  const unnamed = [...uploads].filter(([name, { isYoung }]) => !isYoung && !names.has(name))
  const remaining = uploads.size - unnamed.length
  if (unnamed.length > maxUnnamed && unnamed.length > remaining) {
    log.warn(
      { folder, unnamed: unnamed.length, remaining },
      'stored files kept: the database names few of them; check that storage and database belong together',
    )
    return 0
  }
  let deleted = 0
  for (const [, { keys }] of unnamed)
    for (const key of keys) {
      const facts = await storage.stat(key)
      if (!facts || facts.modifiedAt >= before) continue
      await storage.delete(key)
      deleted += 1
    }
  return deleted
}
