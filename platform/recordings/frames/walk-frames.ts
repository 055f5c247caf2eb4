import { openKeptThread } from '#platform/threads/kept-thread.ts'
import type { FrameOutcome } from './frame-facts.ts'
import type { FrameTask } from './frame-worker.ts'

// Run from its sources this file stands beside the worker's; in the server's bundle both are entries of one folder.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './frame-worker.ts' : './frame-worker.js', import.meta.url)

/** Twenty megabytes take a tenth of a second; two seconds of computing mean that something is wrong. */
const threadLimits = { cpuMs: 2_000, timeoutMs: 15_000, heapMegabytes: 96 }

/** Reads the frames of the file at an absolute path. @throws TooManyWaitError when too many wait already. */
export type WalkFrames = (path: string) => Promise<FrameOutcome>

/**
 * Opens the walk over strangers' files: one after the other in a thread with limits on time and memory, so that both stay bounded however many
 * come.
 *
 * @param limits Shortest and longest that is taken, in seconds.
 */
export function createFrameWalker(limits: { leastSeconds: number; mostSeconds: number }): WalkFrames {
  const walk = openKeptThread<FrameTask, FrameOutcome>(workerFile, threadLimits, { mostWaiting: 120 })
  return async (path) => {
    const outcome = await walk({ path, limits })
    if (outcome.ok) return outcome.result
    return { ok: false, sentence: 'This file cannot be played: reading it took too long.' }
  }
}
