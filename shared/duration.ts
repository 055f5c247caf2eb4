/**
 * Formats a duration for players.
 *
 * @param seconds Any number ≥ 0; rounded to whole seconds.
 * @returns `1:30`, or `1:02:05` from an hour on.
 */
export function formatDuration(seconds: number): string {
  const { hours, minutes, rest } = partsOf(seconds)
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/**
 * Formats a duration for schema.org.
 *
 * @param seconds Any number ≥ 0; rounded to whole seconds.
 * @returns ISO 8601, such as `PT1M30S`.
 * @see https://schema.org/Duration
 */
export function isoDuration(seconds: number): string {
  const { hours, minutes, rest } = partsOf(seconds)
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || (!hours && !minutes) ? `${rest}S` : ''}`
}

/**
 * Returns a wait time in the largest unit that suits it, rounded up, as values of a text in the catalogues.
 *
 * @param seconds Whole seconds ≥ 0.
 */
export function waitTime(seconds: number): { count: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < 90) return { count: seconds, unit: 'second' }
  if (seconds < 5400) return { count: Math.ceil(seconds / 60), unit: 'minute' }
  return { count: Math.ceil(seconds / 3600), unit: 'hour' }
}

function partsOf(seconds: number): { hours: number; minutes: number; rest: number } {
  const whole = Math.round(seconds)
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), rest: whole % 60 }
}
