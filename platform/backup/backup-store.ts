import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** Folder of the backups in a storage that holds other files, too. */
export const backupFolder = 'backups'

const nameShape = /^swade-(\d{4}-\d{2}-\d{2})t(\d{2})-(\d{2})-(\d{2})z\.tar\.age$/
const dayMs = 24 * 60 * 60 * 1000

/** A stored backup; `name` identifies it in commands. */
type StoredBackup = { name: string; madeAt: Date }

/** Place of the backups: a local folder, or the object storage of the site. */
export type BackupStore = {
  /** Description for the admin and for commands. */
  place: string
  /** Stores a backup of this time. */
  write(madeAt: Date, content: Readable): Promise<{ name: string; bytes: number }>
  /** Lists the backups, newest first. */
  list(): Promise<StoredBackup[]>
  /** @throws AppError `not-found`. */
  open(name: string): Promise<Readable>
  /**
   * Deletes backups older than `retentionDays`; the newest always stays.
   *
   * @returns Names of the deleted backups.
   */
  deleteOld(now: Date, retentionDays: number): Promise<string[]>
}

/** Returns the name of the backup of a time. */
export function backupName(madeAt: Date): string {
  return `swade-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase()}z.tar.age`
}

function madeAtOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = nameShape.exec(name) ?? []
  const date = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/**
 * Creates a backup store.
 *
 * @param deps.storage A storage of its own, or the one of the site.
 * @param deps.folder Folder in it; empty for a storage that holds backups only.
 */
export function createBackupStore({
  storage,
  folder,
  place,
}: {
  storage: Pick<Storage, 'put' | 'open' | 'list' | 'delete'>
  folder: string
  place: string
}): BackupStore {
  const prefix = folder === '' ? '' : `${folder}/`
  const list = async () => {
    const keys = await storage.list(prefix)
    return keys
      .map((key) => key.slice(prefix.length))
      .flatMap((name) => {
        const madeAt = madeAtOf(name)
        return madeAt ? [{ name, madeAt }] : []
      })
      .toSorted((left, right) => right.madeAt.getTime() - left.madeAt.getTime())
  }
  return {
    place,
    list,
    async write(madeAt, content) {
      const name = backupName(madeAt)
      const { bytes } = await storage.put(prefix + name, content, { contentType: 'application/octet-stream' })
      return { name, bytes }
    },
    async open(name) {
      if (!madeAtOf(name)) throw new AppError('not-found', `There is no backup named ${name}.`)
      return storage.open(prefix + name)
    },
    async deleteOld(now, retentionDays) {
      const [, ...earlier] = await list()
      const old = earlier.filter(({ madeAt }) => now.getTime() - madeAt.getTime() > retentionDays * dayMs)
      for (const { name } of old) await storage.delete(prefix + name)
      return old.map(({ name }) => name)
    },
  }
}
