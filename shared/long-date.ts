const formats = {
  'UTC': new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
  'America/New_York': new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }),
}

/**
 * Formats a day as an American reader writes it, such as `November 21, 2026`.
 *
 * @param timeZone Where the calendar hangs; days that came without an hour are read in `UTC`.
 */
export function formatLongDate(instant: Date, timeZone: keyof typeof formats = 'America/New_York'): string {
  return formats[timeZone].format(instant)
}
