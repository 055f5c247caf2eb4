import type { RecordingChecks } from './contract.ts'

/** Returns whether the automatic checks could not be completed; the levels in their results are then meaningless. */
export const isUnchecked = (checks: Pick<RecordingChecks, 'notes'>): boolean =>
  checks.notes.some(({ code }) => code === 'not-checked')
