import type { IssueListItem, Progress } from '#features/issues/contract.ts'

/** A moment as the desk writes it, in UTC to the minute: `2026-11-27 14:00`. */
export function minuteOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
}

/** The same moment on New York's clock: `Fri 27 Nov, 09:00`. */
export function newYorkOf(iso: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'America/New_York',
  }).formatToParts(new Date(iso))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')} ${part('day')} ${part('month')}, ${part('hour')}:${part('minute')}`
}

/** A fraction as the desk shows it, with one decimal. */
export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)}%`
}

/** A count with its thousands apart. */
export function counted(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 subscriber`, `12,300 subscribers`. */
export function subscribersInWords(count: number): string {
  return `${counted(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`
}

/** How long something takes, roughly: `40 s`, `3 min`, `2 h 10 min`. */
export function spanInWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** How many of a send are done with, whatever became of them. */
export function doneOf({ planned, waiting }: Progress): number {
  return Math.max(0, planned - waiting)
}

/** Whether it changes by itself soon, so that looking again is worth it. */
export function isMoving({ status, due_at }: IssueListItem, now: number): boolean {
  return status === 'sending' || (status === 'scheduled' && due_at !== null && Date.parse(due_at) - now < 2 * 60_000)
}

/** Where an issue stands in the desk. */
export const issueAddress = (id: string) => `?tab=newsletters&issue=${id}`

/** Where a draft is written. */
export const draftAddress = (id: string) => `?tab=create&issue=${id}`
