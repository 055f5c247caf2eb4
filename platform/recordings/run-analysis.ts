import { runThread } from '#platform/threads/run-thread.ts'
import type { AnalysisLimits, AnalysisOutcome } from './analysis.ts'

// Run from its sources this file stands beside the worker's; in the server's bundle both are entries of one folder.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './analysis-worker.ts' : './analysis-worker.js',
  import.meta.url,
)

/** Analyses one file in its own thread, which always ends. @param path Absolute path of a file that is there. */
export async function runAnalysis(path: string, limits: AnalysisLimits): Promise<AnalysisOutcome> {
  const outcome = await runThread<AnalysisOutcome>(
    workerFile,
    { path, durationLimitSeconds: limits.durationSeconds },
    limits,
  )
  if (outcome.ok) return outcome.result
  return { ok: false, reason: outcome.reason === 'too-costly' ? 'too-costly' : 'not-audio' }
}
