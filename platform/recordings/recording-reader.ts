import { createReusableThread } from '#platform/threads/reusable-thread.ts'
import type { FrameOutcome, RecordingLimits } from './frames/frame-facts.ts'
import type { ReaderTask } from './reader-worker.ts'

// When run from the sources, this file is beside the worker's; in the server bundle both are entries of one folder.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './reader-worker.ts' : './reader-worker.js',
  import.meta.url,
)

/** 20 MB take a tenth of a second and 200 MB one second; four seconds of computing indicate a fault. */
const threadLimits = { cpuMs: 4_000, timeoutMs: 30_000, heapMegabytes: 128 }

/**
 * Reads the frames of a file and decides whether it is a playable recording.
 *
 * @throws QueueFullError when too many files are queued.
 */
export type ReadRecording = (path: string, limits: RecordingLimits) => Promise<FrameOutcome>

/**
 * Creates the reader for all uploaded recordings: one file after the other, in a thread with limits on time and memory.
 */
export function createRecordingReader(): ReadRecording {
  const read = createReusableThread<ReaderTask, FrameOutcome>(workerFile, threadLimits, { maxWaiting: 120 })
  return async (path, limits) => {
    const outcome = await read({ path, limits })
    if (outcome.ok) return outcome.result
    return {
      ok: false,
      sentence: 'This file could not be checked: reading it took too long. Export the recording again.',
      fault: { code: 'timedOut' },
    }
  }
}
