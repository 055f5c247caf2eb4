/** Formats an ISO date as "Nov 26", with the year if it is not the current one. */
export function formatDay(day: string, currentYear = new Date().getUTCFullYear()): string {
  const date = new Date(`${day}T00:00:00Z`)
  const year = date.getUTCFullYear() === currentYear ? {} : { year: 'numeric' as const }
  return date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', ...year, timeZone: 'UTC' })
}

/**
 * Formats minutes as hours with at most one decimal place; less than an hour is shown in minutes, so that it is never 0
 * h.
 */
export const formatHours = (minutes: number) =>
  minutes > 0 && minutes < 60
    ? `${minutes.toLocaleString('en-US', { maximumFractionDigits: 0 })} min`
    : `${(minutes / 60).toLocaleString('en-US', { maximumFractionDigits: minutes < 600 ? 1 : 0 })} h`
