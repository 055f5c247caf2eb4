import { buffer } from 'node:stream/consumers'
import type { AnalysisOutcome, RecordingAnalysis } from '#platform/recordings/analysis.ts'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { recordingLocation, storedAnalysisKey } from './recordings.ts'

type FindAnalysisDeps = { contentDir: string; storage: Storage; analyseRecording: AnalyseRecording }

/** Returns the analysis of a recording: stored at upload, or computed now if the stored one is missing. */
export async function findAnalysis(
  { contentDir, storage, analyseRecording }: FindAnalysisDeps,
  bookId: string,
  file: string,
): Promise<AnalysisOutcome> {
  const location = recordingLocation(contentDir, bookId, file)
  if ('path' in location) return analyseRecording(location.path)
  const stored = await storage
    .open(storedAnalysisKey(bookId, file))
    .then(buffer)
    .catch(() => undefined)
  if (stored) return { ok: true, analysis: JSON.parse(stored.toString()) as RecordingAnalysis }
  const outcome = await storage
    .withFile(location.key, analyseRecording)
    .catch((): AnalysisOutcome => ({ ok: false, reason: 'unreadable' }))
  if (outcome.ok)
    await storage
      .put(storedAnalysisKey(bookId, file), Buffer.from(JSON.stringify(outcome.analysis)), {
        contentType: 'application/json',
      })
      .catch(() => undefined)
  return outcome
}
