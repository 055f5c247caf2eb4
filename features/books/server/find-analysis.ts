import { buffer } from 'node:stream/consumers'
import type { AnalysisOutcome, RecordingAnalysis } from '#platform/recordings/analysis.ts'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { recordingPlace, storedAnalysisKey } from './recordings.ts'

type Parts = { contentDir: string; storage: Storage; analyseRecording: AnalyseRecording }

/** What was heard of a recording of a book: kept since it was uploaded, or listened to now. */
export async function findAnalysis(
  { contentDir, storage, analyseRecording }: Parts,
  bookId: string,
  file: string,
): Promise<AnalysisOutcome> {
  const place = recordingPlace(contentDir, bookId, file)
  if ('path' in place) return analyseRecording(place.path)
  const kept = await storage
    .open(storedAnalysisKey(bookId, file))
    .then(buffer)
    .catch(() => undefined)
  return kept
    ? { ok: true, analysis: JSON.parse(kept.toString()) as RecordingAnalysis }
    : { ok: false, reason: 'unreadable' }
}
