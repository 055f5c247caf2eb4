/**
 * Formats a timestamp the same way on every screen and in mails.
 *
 * @param iso ISO 8601 with a zone.
 * @returns `21 November 2026, 08:25 UTC`.
 */
export function formatInstant(iso: string): string {
  return `${formatDay(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`
}

/**
 * Formats the day of a timestamp the same way for everyone.
 *
 * @param iso ISO 8601 with a zone.
 * @returns `21 November 2026`, in UTC.
 */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
