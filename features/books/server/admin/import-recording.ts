import type { RecordingRefusal } from '#platform/recordings/analysis.ts'
import { warningOf } from '#platform/recordings/frames/frame-facts.ts'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { ReceivedFile, Storage } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import type { UploadedRecording } from '#features/books/admin.ts'
import { narrationLimits } from '#features/books/constants.ts'
import { storedAnalysisKey, storedRecordingKey } from '../recordings.ts'

const refusals: Record<RecordingRefusal, string> = {
  'unreadable': 'This file could not be read. Try again.',
  'not-audio': 'This file contains no MP3 audio.',
  'too-large': 'This recording is larger than 200 MB.',
  'too-long': 'This recording is longer than three hours.',
  'too-costly': 'This recording could not be analyzed. Export it as an MP3 again and upload the new file.',
}

type ImportRecordingDeps = { storage: Storage; readRecording: ReadRecording; analyseRecording: AnalyseRecording }

/**
 * Reads and analyzes an uploaded chapter or audio preview like every recording, and stores it unchanged beside its
 * analysis.
 *
 * @throws AppError `invalid-input` with the reason when the file is not a playable MP3; errors of `storage.put`.
 */
export async function importRecording(
  { storage, readRecording, analyseRecording }: ImportRecordingDeps,
  bookId: string,
  received: ReceivedFile,
): Promise<UploadedRecording> {
  const read = await readRecording(received.path, narrationLimits)
  if (!read.ok) throw new AppError('invalid-input', read.sentence)
  const outcome = await analyseRecording(received.path)
  if (!outcome.ok) throw new AppError('invalid-input', refusals[outcome.reason])
  const { analysis } = outcome
  const file = `${analysis.contentHash.slice(0, 16)}.mp3`
  await storage.put(storedRecordingKey(bookId, file), received, { contentType: 'audio/mpeg' })
  await storage.put(storedAnalysisKey(bookId, file), Buffer.from(JSON.stringify(analysis)), {
    contentType: 'application/json',
  })
  return { file, durationSeconds: analysis.durationSeconds, warning: warningOf(read.facts) }
}
