import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { StoredOriginal } from '#platform/feature.ts'
import { type FreeSpace, formatBytes, isAlmostFull, isNearlyFull } from '#platform/storage/free-space.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'

const kind = 'storage'
const href = '/admin/settings#health'

/** Cache lifetime of storage checks, because listing a bucket may be slow. */
const rememberedMs = 60_000

type StorageItemsDeps = {
  /** Measures the disk of this process. */
  measure: () => Promise<FreeSpace>
  storage: Pick<Storage, 'check' | 'list'>
  /** Lists the files that cannot be recreated. */
  originals: () => Promise<StoredOriginal[]>
  clock: Clock
}

/**
 * Creates the action items of the storage: an almost full disk, a storage that does not respond, and lost originals.
 * They have no action, because only the owner can decide which files to delete or restore.
 */
export function createStorageItems({ measure, storage, originals, clock }: StorageItemsDeps): ActionItemSource {
  let remembered: { atMs: number; items: Promise<ActionItem[]> } | undefined
  const unavailable = async () => {
    throw new AppError('conflict', 'This action item cannot be resolved here.')
  }

  async function listDiskItems(): Promise<ActionItem[]> {
    const space = await measure()
    if (!isNearlyFull(space)) return []
    return [
      {
        key: `${kind}:data`,
        severity: isAlmostFull(space) ? 'promise' : 'upkeep',
        title: isAlmostFull(space) ? 'Less than 512 MB is free on the disk' : 'The disk is almost full',
        // Rounded to gigabytes, so that a snoozed item does not reappear with every written byte.
        detail: `Less than ${formatBytes(Math.max(1, Math.ceil(space.freeBytes / 1024 ** 3)) * 1024 ** 3)} of ${formatBytes(space.totalBytes)} is free on the data disk. Uploads fail when it is full: free up some space or move DATA_DIR to a larger disk.`,
        since: undefined,
        href,
      },
    ]
  }

  async function listStorageItems(): Promise<ActionItem[]> {
    const fault = await storage.check().then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    )
    if (fault !== undefined)
      return [
        {
          key: `${kind}:unreachable`,
          severity: 'promise',
          title: 'The file storage is unavailable',
          detail: `${fault} Until this is fixed, uploads are refused and some files cannot be shown.`,
          since: undefined,
          href,
        },
      ]
    const named = await originals()
    const stored = new Set<string>()
    for (const folder of new Set(named.map(({ key }) => key.slice(0, key.indexOf('/') + 1))))
      for (const key of await storage.list(folder)) stored.add(key)
    return named
      .filter(({ key }) => !stored.has(key))
      .map((original) => ({
        key: `${kind}:${createHash('sha256').update(original.key).digest('hex').slice(0, 16)}`,
        severity: 'promise',
        title: `${original.title} is missing from the file storage`,
        detail: `The file ${original.key} is missing and cannot be recreated. ${original.remedy ?? 'Restore it from a backup or upload it again.'}`,
        since: undefined,
        href: original.href,
      }))
  }

  return {
    kinds: [kind],
    async list() {
      const atMs = clock.now().getTime()
      if (!remembered || Math.abs(atMs - remembered.atMs) > rememberedMs) {
        remembered = { atMs, items: listStorageItems() }
        // An error is not cached.
        remembered.items.catch(() => (remembered = undefined))
      }
      return [...(await listDiskItems()), ...(await remembered.items)]
    },
    runAction: unavailable,
    undo: unavailable,
  }
}
