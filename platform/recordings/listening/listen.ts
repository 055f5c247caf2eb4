import { runThread, type ThreadOutcome } from '#platform/threads/run-thread.ts'
import type { ListenOutcome, ListenTask } from './listen-result.ts'

// When run from the sources, this file is beside the worker's; in the server bundle both are entries of one folder.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './listen-worker.ts' : './listen-worker.js',
  import.meta.url,
)

/** Half an hour of music takes some twenty seconds of computing. */
const threadLimits = { cpuMs: 120_000, timeoutMs: 600_000, heapMegabytes: 128 }

/** Analyzes one recording in its own thread. */
export function listenTo(task: ListenTask, signal?: AbortSignal): Promise<ThreadOutcome<ListenOutcome>> {
  return runThread<ListenOutcome>(workerFile, task, threadLimits, signal)
}
