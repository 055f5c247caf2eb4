import type { Faults } from './faults.ts'

/** What listening to all of a recording told. Levels in decibels of full scale. */
export type ListenResult = Faults & {
  /** Integrated loudness in LUFS; null for silence. */
  loudnessLufs: number | null
  truePeakDb: number | null
  /** Frames that cannot be decoded, and such that are missing between others. */
  brokenFrames: number
  /** Counted from what was decoded. */
  durationSeconds: number
  /** Outline: 240 whole numbers 0–100. */
  peaks: number[]
  /** Points 0–255 of the spectrogram, row by row from the top; see `spectrogramSize`. */
  spectrogram: Uint8Array
}

/** What a thread that listens is given. */
export type ListenTask = {
  path: string
  /** Niceness of the thread, 0–19; by default, high enough that pages and the stream never wait for it. */
  niceness?: number
}

/** Undefined when nothing could be decoded. */
export type ListenOutcome = ListenResult | undefined
