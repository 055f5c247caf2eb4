/**
 * A moment as both sides can prove it: the same words on screen and in the mail, wherever they are read.
 *
 * @param iso ISO 8601 with a zone.
 * @returns `21 November 2026, 08:25 UTC`.
 */
export function formatInstant(iso: string): string {
  return `${formatDay(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`
}

/**
 * The day of a moment, the same for everybody.
 *
 * @param iso ISO 8601 with a zone.
 * @returns `21 November 2026`, in UTC.
 */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
