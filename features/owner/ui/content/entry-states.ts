import type { EntryState } from '#features/owner/content-admin.ts'

/** Labels of the origins of an entry. */
export const stateLabels: Record<EntryState, string> = {
  files: 'From files',
  artwork: 'Generated artwork',
  edited: 'Edited',
  added: 'Added',
  removed: 'Removed',
  new: 'Not published yet',
}

/** Label of the button that resets an entry to its original. */
export const resetLabels = { files: 'Reset to files', artwork: 'Reset to generated artwork' }
