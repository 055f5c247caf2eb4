import type { ProcessDeps } from '#platform/feature.ts'
import type { RetentionRule } from '#platform/retention.ts'
import { deleteUnnamedFiles } from '#platform/storage/unnamed-files.ts'

type Deps = Pick<ProcessDeps, 'storage' | 'collect' | 'log'>

/** File names of an image, which are the same in storage keys and addresses. */
const imageKeyPattern = /^images\/([0-9a-f]{32})(?:-\d{3})?\.webp$/
const imageNames = /[0-9a-f]{32}(?=(?:-\d{3})?\.webp)/g

const logoKeyPattern = /^identity\/([0-9a-f]{16}-\d{1,4}x\d{1,4})\//
const logoNames = /[0-9a-f]{16}-\d{1,4}x\d{1,4}/g

/**
 * Returns the retention of uploaded images and logos that are no longer used.
 * The retention period is also the grace period of an image that was uploaded and is not saved yet, and the period in
 * which an earlier version of an entry can be restored with its image.
 */
export function imageRetention({ storage, collect, log }: Deps): RetentionRule[] {
  const namesIn = async (pattern: RegExp, since: Date) => {
    const texts = await Promise.all(collect('imageTexts').map((list) => list(since)))
    return new Set(texts.flat().flatMap((text) => text.match(pattern) ?? []))
  }
  return [
    {
      data: 'Uploaded images that are no longer used',
      outcome: 'deleted; earlier versions restored later come back without them',
      days: 30,
      deleteBefore: (before) =>
        deleteUnnamedFiles({
          storage,
          folder: 'images/',
          before,
          nameOf: (key) => imageKeyPattern.exec(key)?.[1],
          listNames: () => namesIn(imageNames, before),
          log,
        }),
    },
    {
      data: 'Logos that are no longer used',
      outcome: 'deleted; until then sent emails still show them',
      days: 400,
      deleteBefore: (before) =>
        deleteUnnamedFiles({
          storage,
          folder: 'identity/',
          before,
          nameOf: (key) => logoKeyPattern.exec(key)?.[1],
          listNames: () => namesIn(logoNames, before),
          log,
        }),
    },
  ]
}
