import type { Note } from './notation.ts'
import { drift, type Random } from './random.ts'
import type { Clock } from './time.ts'

/** A note as played: seconds instead of beats. */
export type Played = { start: number; seconds: number; pitch: number; velocity: number }

/**
 * How a player sits in the time.
 *
 * @property late Milliseconds behind the beat (negative pushes).
 * @property loose Standard deviation of timing in milliseconds.
 * @property touch Standard deviation of velocity, 0 to 1.
 * @property roll Milliseconds between the notes of one chord, low to high.
 */
export type Feel = { late?: number; loose?: number; touch?: number; roll?: number }

/** Turns written notes into played ones; notes written on one beat share one drift, as one hand plays them. */
export function perform(notes: Note[], clock: Clock, feel: Feel, random: Random): Played[] {
  const { late = 0, loose = 4, touch = 0.05, roll = 0 } = feel
  const ordered = [...notes].sort((a, b) => a.beat - b.beat || a.pitch - b.pitch)
  let shared = 0
  let rank = 0
  let lastBeat = Number.NaN
  return ordered.map((note) => {
    if (note.beat !== lastBeat) {
      ;[shared, rank, lastBeat] = [drift(random), 0, note.beat]
    } else {
      rank++
    }
    const start = clock(note.beat) + (late + shared * loose + rank * roll) / 1000
    const end = clock(note.beat + note.length) + (late + shared * loose) / 1000
    return {
      start: Math.max(0.01, start),
      seconds: Math.max(0.02, end - start),
      pitch: note.pitch,
      velocity: Math.max(0.04, Math.min(1, note.velocity + drift(random) * touch)),
    }
  })
}
