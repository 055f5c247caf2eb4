import type { Clock } from '#platform/clock.ts'
import { type FreeSpace, isAsGoodAsFull, isNearlyFull, sizeInWords } from '#platform/storage/free-space.ts'
import { AppError } from '#shared/errors.ts'
import type { NeedSource } from '#features/owner/contract.ts'

/** A disk that is nearly full. There is no safe act: what may be thrown away only the owner knows. */
export function createStorageNeeds({ measure, clock }: { measure: () => Promise<FreeSpace>; clock: Clock }): NeedSource {
  const none = async () => {
    throw new AppError('conflict', 'There is nothing to be done about this from here.')
  }
  return {
    kinds: ['storage'],
    async list() {
      const space = await measure()
      if (!isNearlyFull(space)) return []
      return [
        {
          key: 'storage:data',
          harm: isAsGoodAsFull(space) ? 'promise' : 'upkeep',
          title: isAsGoodAsFull(space) ? 'The disk is as good as full' : 'The disk is nearly full',
          // In whole gigabytes, so that what was put aside does not come back at every byte.
          detail: `Less than ${sizeInWords(Math.ceil(space.freeBytes / 1024 ** 3) * 1024 ** 3)} of ${sizeInWords(space.totalBytes)} is free where the data lies. Uploads are refused when it is full; make room or move DATA_DIR to a larger disk.`,
          since: clock.now().toISOString(),
          href: '/admin/settings#health',
        },
      ]
    },
    act: none,
    undo: none,
  }
}
