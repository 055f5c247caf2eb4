/** The day an issue went out, where it is written: `27 November 2026`. */
export function issueDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'America/New_York' })
}

/** Formats the number of an issue: `No. 007`. */
export function issueNumber(number: number): string {
  return `No. ${String(number).padStart(3, '0')}`
}

/** Labels of the kinds of issues. */
export const kindLabels = { weekly: 'Weekly', digest: 'Monthly digest' } as const
