/** The day a letter went out, where it is written: `27 November 2026`. */
export function issueDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'America/New_York' })
}

/** Its number as it stands on a sleeve: `No. 007`. */
export function issueNumber(number: number): string {
  return `No. ${String(number).padStart(3, '0')}`
}

/** What kind it is, in words. */
export const kindWords = { weekly: 'Weekly', digest: 'Monthly digest' } as const
