/** How many pieces a recording's waveform has. */
export const peakCount = 240

/** How many bands the levels tell deinterleave, from low to high. */
export const bandCount = 8

/** How many times a second the levels are taken. */
export const levelsPerSecond = 10

/**
 * What a recording looks like: its waveform from beginning to end, and how loud each part of the spectrum is over time.
 */
export type RecordingAnalysis = {
  /** SHA-256 of the file, hexadecimal; the same bytes always give the same analysis. */
  contentHash: string
  /** Counted from what was decoded, never from what the file claims. */
  durationSeconds: number
  /** {@link peakCount} whole numbers 0–100; the loudest piece is 100 unless the whole recording is next to silent. */
  peaks: number[]
  /** Base64 of bytes 0–255: {@link bandCount} bands, low first, {@link levelsPerSecond} times a second. */
  bands: string
}

/**
 * Why there is no analysis: the file cannot be opened, holds no MPEG audio, is longer than any recording, or takes more
 * time or memory than it may.
 */
export type RecordingRefusal = 'unreadable' | 'not-audio' | 'too-large' | 'too-long' | 'too-costly'

/** What came of looking at a file. */
export type AnalysisOutcome = { ok: true; analysis: RecordingAnalysis } | { ok: false; reason: RecordingRefusal }

/** Most that one file may ask of the machine. */
export type AnalysisLimits = {
  /** Time the worker may compute, whatever else the machine is doing. */
  cpuMs: number
  /** Time that may go by on the clock, for a worker that waits instead of computing. */
  timeoutMs: number
  /** Heap of the worker; the decoder's own memory is bounded by how little is fed to it at a time. */
  heapMegabytes: number
  fileBytes: number
  durationSeconds: number
}

/** Ten minutes of narration take about a second, so ten seconds mean that something is wrong. */
export const defaultLimits: AnalysisLimits = {
  cpuMs: 10_000,
  timeoutMs: 60_000,
  heapMegabytes: 64,
  fileBytes: 256 * 1024 * 1024,
  durationSeconds: 3 * 60 * 60,
}
