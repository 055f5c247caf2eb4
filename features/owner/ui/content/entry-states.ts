import type { EntryState } from '#features/owner/content-admin.ts'

/** Labels of the origins of an entry. */
export const stateLabels: Record<EntryState, string> = {
  files: 'From files',
  edited: 'Edited',
  added: 'Added',
  removed: 'Removed',
  new: 'Not published yet',
}
