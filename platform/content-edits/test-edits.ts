import { systemClock } from '#platform/clock.ts'
import { type ContentEdits, createContentEdits } from './content-edits.ts'

/** Edits without a database: the files are all there is. */
export function noEdits(): ContentEdits {
  return createContentEdits({ clock: systemClock, log: { warn: () => {} } })
}
