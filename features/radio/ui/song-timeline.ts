import type { OnAir, SongOnAir } from './read-on-air.ts'

/** Songs in the order of their starts: what is still heard, what is on at the station, what comes next. */
export type SongTimeline = readonly SongOnAir[]

/** Enough to reach back from the station's present to what a late listener still hears. */
const maxSongs = 6

/**
 * Adds what the station says now. It knows best: what was announced and did not come is forgotten;
 * what was on before stays, because a listener may still hear it.
 */
export function followStation(
  timeline: SongTimeline,
  { current, next, nowMs }: Pick<OnAir, 'current' | 'next' | 'nowMs'>,
): SongTimeline {
  if (!current) return timeline.filter((song) => song.startsAtMs <= nowMs)
  const before = timeline.filter((song) => song.startsAtMs < current.startsAtMs && !isSame(song, current))
  // Where the station knows no instants, every answer would date the same song anew.
  const known = timeline.find((song) => isSame(song, current))
  return [...before, known ? { ...current, startsAtMs: known.startsAtMs } : current, ...(next ? [next] : [])].slice(
    -maxSongs,
  )
}

/** The song on at `ms` of the station's time, and when another one follows. Before the first one known, that one. */
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

/** The same play of the same song; an external station dates it to the second only. */
function isSame(one: SongOnAir, other: SongOnAir): boolean {
  return (
    one.title === other.title && one.artist === other.artist && Math.abs(one.startsAtMs - other.startsAtMs) < 60_000
  )
}
