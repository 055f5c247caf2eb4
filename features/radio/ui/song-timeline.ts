import type { OnAir, SongOnAir } from './read-on-air.ts'

/** Songs in the order of their starts: still heard, on air, and next. */
export type SongTimeline = readonly SongOnAir[]

/** Enough to cover the songs between the station's present and what a late listener still hears. */
const maxSongs = 6

/**
 * Adds a response of the station, which takes precedence: an announced song that was not played is dropped; previous
 * songs stay, because a listener may still hear them.
 */
export function followStation(
  timeline: SongTimeline,
  { current, next, nowMs }: Pick<OnAir, 'current' | 'next' | 'nowMs'>,
): SongTimeline {
  if (!current) return timeline.filter((song) => song.startsAtMs <= nowMs)
  const before = timeline.filter((song) => song.startsAtMs < current.startsAtMs && !isSame(song, current))
  // If the station reports no start times, every response would give the same song a new one.
  const known = timeline.find((song) => isSame(song, current))
  return [...before, known ? { ...current, startsAtMs: known.startsAtMs } : current, ...(next ? [next] : [])].slice(
    -maxSongs,
  )
}

/**
 * Returns the song at `ms` of the station's time, and when the next one follows. Before the first known song, returns
 * that one.
 */
export function songAt(
  timeline: SongTimeline,
  ms: number,
): { song: SongOnAir | undefined; endsAtMs: number | undefined } {
  const index = Math.max(
    0,
    timeline.findLastIndex((song) => song.startsAtMs <= ms),
  )
  return { song: timeline[index], endsAtMs: timeline[index + 1]?.startsAtMs }
}

/** Returns whether two entries are the same play; an external station reports its start to the second only. */
function isSame(one: SongOnAir, other: SongOnAir): boolean {
  return (
    one.title === other.title && one.artist === other.artist && Math.abs(one.startsAtMs - other.startsAtMs) < 60_000
  )
}
