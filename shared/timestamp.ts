/**
 * Formats an instant for lists and tables: `2026-11-21 16:04 UTC`, the same for everybody, so that server and browser
 * agree.
 *
 * @param iso ISO 8601 in UTC.
 * @param precision `second` also writes the seconds.
 */
export function formatTimestamp(iso: string, precision: 'minute' | 'second' = 'minute'): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, precision === 'minute' ? 16 : 19)} UTC`
}
