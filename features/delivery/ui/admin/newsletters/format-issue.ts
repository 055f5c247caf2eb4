import type { IssueListItem, Progress } from '#features/issues/contract.ts'

/** Formats a timestamp in UTC to the minute: `2026-11-27 14:00`. */
export function formatMinute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
}

/** Formats a timestamp in New York time: `Fri, Nov 27, 9:00 AM`. */
export function formatNewYork(iso: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZone: 'America/New_York',
  }).formatToParts(new Date(iso))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')}, ${part('month')} ${part('day')}, ${part('hour')}:${part('minute')} ${part('dayPeriod')}`
}

/** Formats a fraction as a percentage with one decimal. */
export function formatPercent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)}%`
}

/** Formats a duration roughly: `40 s`, `3 min`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Returns the number of finished deliveries of a send. */
export function doneOf({ planned, waiting }: Progress): number {
  return Math.max(0, planned - waiting)
}

/** Returns the time in milliseconds from which an issue changes by itself; Infinity if it does not. */
export function changesFrom({ status, due_at }: IssueListItem): number {
  if (status === 'sending') return -Infinity
  return status === 'scheduled' && due_at !== null ? Date.parse(due_at) - 2 * 60_000 : Infinity
}

/** Returns the admin link of an issue. */
export const issueAdminPath = (id: string) => `?tab=newsletters&issue=${id}`

/** Returns the admin link for editing a draft. */
export const draftPath = (id: string) => `?tab=create&issue=${id}`

/** Returns the reason why an issue without recipients cannot be sent. */
export function noRecipientsText(frequency: 'weekly' | 'monthly'): string {
  return `There are no ${frequency} subscribers.`
}
