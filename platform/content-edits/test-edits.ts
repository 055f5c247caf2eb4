import { systemClock } from '#platform/clock.ts'
import { type ContentEdits, createContentEdits } from './content-edits.ts'

/** Creates edits without a database: only the files. */
export function noEdits(): ContentEdits {
  return createContentEdits({ clock: systemClock, log: { warn: () => {} } })
}
