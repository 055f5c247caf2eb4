/** Number of values in a recording's waveform. */
export const peakCount = 240

/** Number of frequency bands in the levels, low to high. */
export const bandCount = 8

/** Number of levels per second. */
export const levelsPerSecond = 10

/** Analysis of a recording: its waveform and the level of each frequency band over time. */
export type RecordingAnalysis = {
  /** SHA-256 of the file, hexadecimal; the same bytes always give the same analysis. */
  contentHash: string
  /** Duration of the decoded audio; the duration that the file states is ignored. */
  durationSeconds: number
  /** {@link peakCount} integers 0–100; the loudest is 100 unless the whole recording is close to silence. */
  peaks: number[]
  /** Base64 of bytes 0–255: {@link bandCount} bands, low first, {@link levelsPerSecond} times a second. */
  bands: string
}

/**
 * Reason an analysis failed: the file cannot be opened, contains no MPEG audio, is too long, or exceeds the time or
 * memory limits.
 */
export type RecordingRefusal = 'unreadable' | 'not-audio' | 'too-large' | 'too-long' | 'too-costly'

/** Outcome of an analysis. */
export type AnalysisOutcome = { ok: true; analysis: RecordingAnalysis } | { ok: false; reason: RecordingRefusal }

/** Resource limits of one analysis. */
export type AnalysisLimits = {
  /** CPU time of the worker. */
  cpuMs: number
  /** Wall-clock time, for a worker that waits instead of computing. */
  timeoutMs: number
  /** Heap of the worker. The decoder's own memory is bounded by the size of its input pieces. */
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
