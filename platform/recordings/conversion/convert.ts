import { runThread, type ThreadOutcome } from '#platform/threads/run-thread.ts'

// When run from the sources, this file is beside the worker's; in the server bundle both are entries of one folder.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './convert-worker.ts' : './convert-worker.js',
  import.meta.url,
)

/**
 * Half an hour of music at another sample rate takes about two minutes of computing, and the encoder's own thread as
 * much again.
 */
const threadLimits = { cpuMs: 600_000, timeoutMs: 3_600_000, heapMegabytes: 256 }

/** Format that lets recordings follow each other: two channels of one sample rate, bitrate and loudness. */
export type SoundFormat = {
  /** Hertz, one of MPEG-1's. */
  sampleRate: number
  bitrateKbps: number
  /** Integrated loudness after EBU R 128. */
  loudnessLufs: number
  /** Allowed deviation from the loudness. */
  toleranceLu: number
  /** Highest true peak of the decoded sound, in decibels of full scale. */
  truePeakDb: number
}

/** Task of a conversion thread. */
export type ConvertTask = {
  path: string
  format: SoundFormat
  /** Niceness of the thread, 0–19; see `BACKGROUND_NICENESS`. */
  niceness: number
}

/** A recording in the format. Levels are those measured on the decoded result. */
export type ConvertedSound = {
  /** The MP3 without tags; undefined when the file already has the format. */
  mp3: Uint8Array | undefined
  durationSeconds: number
  loudnessLufs: number
  truePeakDb: number
  /** Frames of the original that cannot be decoded; they are silent. */
  brokenFrames: number
}

/** The converted sound, or a sentence for the owner with the reason why there is none. */
export type ConvertOutcome = { ok: true; sound: ConvertedSound } | { ok: false; sentence: string }

/** Converts one recording to a format in its own thread. */
export function convertSound(task: ConvertTask, signal?: AbortSignal): Promise<ThreadOutcome<ConvertOutcome>> {
  return runThread<ConvertOutcome>(workerFile, task, threadLimits, signal)
}
