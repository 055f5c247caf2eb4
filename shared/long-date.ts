const formats = {
  'UTC': new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
  'America/New_York': new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }),
}

/**
 * Formats a date in American English, such as `November 21, 2026`.
 *
 * @param timeZone Time zone of the date; dates without a time use `UTC`.
 */
export function formatLongDate(instant: Date, timeZone: keyof typeof formats = 'America/New_York'): string {
  return formats[timeZone].format(instant)
}
