import { useEffect, useState } from 'react'
import { countOf } from '#shared/count-of.ts'

/** Announced at these seconds; an announcement every second would be too much for screen readers. */
const announcedAt = [60, 30, 10, 5]

/**
 * Returns the seconds that are left, and renders again when they change.
 *
 * @param until In milliseconds of this machine's clock.
 * @param onOver Called at the end; must be the same function in every render.
 */
export function useSecondsLeft(until: number, onOver?: () => void): number {
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    const tick = () => {
      const seconds = secondsUntil(until)
      setLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      onOver?.()
    }
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until, onOver])
  return left
}

/**
 * Countdown in seconds.
 *
 * @param until In milliseconds of this machine's clock.
 * @param onOver Called at the end; must be the same function in every render.
 */
export function Countdown({ until, onOver }: { until: number; onOver?: () => void }) {
  return <SecondsLeft left={useSecondsLeft(until, onOver)} />
}

/** The seconds of a countdown, announced to screen readers only at certain ones and once at the end. */
export function SecondsLeft({ left }: { left: number }) {
  return (
    <span className="inline-flex min-h-11 items-center">
      <span
        role="timer"
        aria-live="off"
        aria-label={left > 0 ? `${countOf(left, 'second')} left to undo` : undefined}
        className="figures text-small whitespace-nowrap"
      >
        {left > 0 ? `0:${String(Math.min(left, 59)).padStart(2, '0')}` : 'starting'}
      </span>
      <span role="status" className="sr-only">
        {announcementFor(left)}
      </span>
    </span>
  )
}

function announcementFor(left: number): string {
  if (left <= 0) return 'Sending starts.'
  const seconds = announcedAt.findLast((limit) => left <= limit)
  return seconds === undefined ? '' : `Less than ${seconds} seconds left to undo.`
}

function secondsUntil(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1000))
}
