import type { Faults } from './faults.ts'

/** Results of analyzing a whole recording. Levels in dBFS. */
export type ListenResult = Faults & {
  /** Integrated loudness in LUFS; null for silence. */
  loudnessLufs: number | null
  truePeakDb: number | null
  /** Frames that cannot be decoded, and such that are missing between others. */
  brokenFrames: number
  /** Duration of the decoded audio. */
  durationSeconds: number
  /** Outline: 240 integers 0–100. */
  peaks: number[]
  /** Points 0–255 of the spectrogram, row by row from the top; see `spectrogramSize`. */
  spectrogram: Uint8Array
}

/** Task of an analysis thread. */
export type ListenTask = {
  path: string
  /** Niceness of the thread, 0–19; see `BACKGROUND_NICENESS`. */
  niceness: number
}

/** Result of an analysis; undefined if nothing could be decoded. */
export type ListenOutcome = ListenResult | undefined
