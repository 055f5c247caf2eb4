import type { Feel } from './score/performance.ts'
import type { Note } from './score/notation.ts'
import type { Tempo } from './score/time.ts'
import type { Compression } from './sound/dynamics.ts'
import type { Filter } from './sound/filter.ts'
import type { Instrument } from './sound/instrument.ts'
import type { Plate } from './sound/plate-reverb.ts'
import type { Stereo } from './sound/stereo.ts'

/**
 * One player in the song.
 *
 * @property level LUFS its loud moments reach in the mix, so that balance is written down and does not depend on the
 *   instrument.
 * @property tone Filters in order, made anew for each channel.
 * @property shape Effects on the whole part, before its level is set.
 * @property plate Send to the reverb in dB; absent is dry.
 * @property echo Send to the echo in dB; absent is dry.
 * @property duck Steps back whenever the named part strikes.
 * @property fade Gain over the beat, 0 to 1 and above.
 * @property sweep Low-pass cutoff in Hz over the beat.
 */
export type Part = {
  name: string
  notes: Note[]
  instrument: Instrument
  level: number
  feel?: Feel
  pan?: number
  width?: number
  tone?: (() => Filter)[]
  shape?: (sound: Stereo) => void
  plate?: number
  echo?: number
  duck?: { by: string; depth: number; releaseMs: number }
  fade?: (beat: number) => number
  sweep?: (beat: number) => number
}

/**
 * A composition: what is played, by whom, in which room. `beats` is where the last bar ends; `tailSeconds` lets it
 * ring.
 */
export type Song = {
  tempo: Tempo
  beats: number
  tailSeconds: number
  plate: Plate
  echo?: { beats: number; feedback: number; brightness?: number }
  glue?: Compression
  polish?: (() => Filter)[]
  parts: Part[]
}

/** A song with its place on the album. */
export type Track = {
  artistSlug: string
  artist: string
  file: string
  title: string
  genre: string
  compose: () => Song
}

/** A curve through `[beat, value]` points, straight between them and held outside. */
export function curve(...points: [number, number][]): (beat: number) => number {
  return (beat) => {
    const after = points.findIndex(([at]) => at > beat)
    if (after === 0) return points[0]![1]
    if (after < 0) return points[points.length - 1]![1]
    const [fromBeat, from] = points[after - 1]!
    const [toBeat, to] = points[after]!
    return from + ((to - from) * (beat - fromBeat)) / (toBeat - fromBeat)
  }
}
