import type { EntryState } from '#features/owner/content-admin.ts'

/** Where what is shown comes from, in words. */
export const stateWords: Record<EntryState, string> = {
  files: 'From files',
  edited: 'Edited',
  added: 'Added here',
  removed: 'Removed',
  new: 'Not published yet',
}
