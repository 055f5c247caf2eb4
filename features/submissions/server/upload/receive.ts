import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Locale, localePath } from '#shared/locales.ts'
import type { ServerTexts } from '#shared/messages.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { RecordingFault } from '#platform/recordings/frames/recording-fault.ts'
import type { ErrorText } from '#shared/errors.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import { hashValue } from '#platform/secrets.ts'
import { QueueFullError } from '#platform/threads/work-queue.ts'
import { isUnavailable } from '#platform/database/unavailable-error.ts'
import { trackLimits } from '#features/submissions/problems.ts'
import { statusPath } from '#features/submissions/constants.ts'
import type { RecordingFacts } from '#features/submissions/contract.ts'
import { queueCheck } from '../check-jobs.ts'
import {
  findByAttempt,
  insertStep,
  insertSubmission,
  type NewSubmission,
  type Submission,
  textColumns,
} from '../queries.ts'
import type { SubmissionDeps } from '../submission-deps.ts'
import type { UploadLimits } from './limits.ts'
import { readFields } from '../read-texts.ts'
import { readUpload, refusalOfFullDisk, type UploadedFile } from './read-upload.ts'
import { SubmissionRefusal } from '../submission-refusal.ts'

export type ReceiveDeps = SubmissionDeps & {
  limits: UploadLimits
  readRecording: ReadRecording
  jobs: Jobs
  texts: ServerTexts
}

/** Stored submission; `isNew` is false for a repeated attempt. */
type Taken = { row: Submission; isNew: boolean }

/**
 * Stores a submission: the file, after its frames were read, then the row, its history and the emails in one
 * transaction. A rejected file never reaches the storage, and no file is left without a row; leftovers of a crash are
 * removed at the next startup.
 *
 * @returns The path of the artist's private page, in the language of the submission.
 * @throws SubmissionRefusal, AppError `unavailable`.
 */
export async function receiveSubmission(
  deps: ReceiveDeps,
  request: FastifyRequest,
): Promise<{ path: string; locale: Locale }> {
  const place = await deps.limits.enter(request.ip)
  let isSaved = false
  try {
    const { row, isNew } = await processUpload(deps, request)
    isSaved = isNew
    if (isNew) deps.outbox.wake()
    const token = await deps.linkTokens.write('submission', row.id)
    return { path: localePath(row.locale, statusPath(token)), locale: row.locale }
  } finally {
    if (!isSaved) await place.giveBack()
    place.end()
  }
}

async function processUpload(deps: ReceiveDeps, request: FastifyRequest): Promise<Taken> {
  const { file, fields, refusal } = await readUpload(request, deps.storage)
  if (refusal) throw refusal
  if (!file) throw new SubmissionRefusal('no-file')
  try {
    const { texts, artistEmail, attempt: name, locale = request.locale } = readFields(fields)
    const attempt = name ? hashValue(JSON.stringify([name, texts, artistEmail, file.sha256])) : null
    const first = attempt ? await findByAttempt(deps.db, attempt) : undefined
    if (first) return { row: first, isNew: false }
    const facts = await readFacts(deps, file)
    await deps.limits.check(deps.db, { artistEmail, bytes: file.bytes, now: deps.clock.now() })
    // The consent text as shown, in the language of the form.
    const consentText = deps.texts.translator(locale)('submissions.form.consent')
    const consent = { consentText, consentAddress: request.ip }
    return await storeAndSave(deps, file, { ...textColumns(texts), ...consent, artistEmail, locale, facts, attempt })
  } finally {
    await file.discard()
  }
}

/** Stores the file before the row that names it; without a row, it is deleted again. */
async function storeAndSave(
  deps: ReceiveDeps,
  file: UploadedFile,
  values: Omit<SubmissionValues, 'audioKey' | 'audioBytes' | 'audioSha256' | 'fileName'>,
): Promise<Taken> {
  const { storage } = deps
  const audioKey = `submissions/${randomUUID()}.mp3`
  const stored = { audioKey, audioBytes: file.bytes, audioSha256: file.sha256, fileName: file.fileName }
  try {
    await storage.put(audioKey, file, { contentType: 'audio/mpeg' })
  } catch (error) {
    // The file may have been stored although the response was lost.
    await storage.delete(audioKey).catch(() => undefined)
    throw refusalOfFullDisk(error)
  }
  try {
    const saved = await save(deps, { ...values, ...stored })
    if (!saved.isNew) await storage.delete(audioKey)
    return saved
  } catch (error) {
    // A commit whose response was lost may have succeeded. The row would then name the file, so the cleanup at startup
    // decides.
    if (!isUnavailable(error)) await storage.delete(audioKey)
    throw error
  }
}

/** Returns the catalogue key of the message for a rejected recording; undefined for the general one. */
export function faultText(fault: RecordingFault | undefined): ErrorText | undefined {
  if (!fault) return undefined
  return { key: `submissions.recording.${fault.code}`, ...(fault.values && { values: fault.values }) }
}

async function readFacts({ readRecording }: ReceiveDeps, file: UploadedFile): Promise<RecordingFacts> {
  try {
    const outcome = await readRecording(file.path, trackLimits)
    if (!outcome.ok) throw new SubmissionRefusal('not-sound', faultText(outcome.fault))
    const { junkBytes: _junk, tagBytes: _tags, brokenFrames: _broken, ...facts } = outcome.facts
    return facts
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    throw new SubmissionRefusal('no-room', { key: 'submissions.errors.manyTracks' }, { retryAfterSeconds: 60 })
  }
}

type SubmissionValues = Omit<NewSubmission, 'state' | 'consentedAt' | 'createdAt'>

function save({ db, clock, outbox, emails, jobs }: ReceiveDeps, values: SubmissionValues): Promise<Taken> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const row = await insertSubmission(tx, {
      ...values,
      state: 'received',
      consentedAt: at,
      createdAt: at,
    })
    // A concurrent request with the same attempt was faster.
    if (!row) return { row: (await findByAttempt(tx, values.attempt!))!, isNew: false }
    await insertStep(tx, { submissionId: row.id, step: 'received', actor: 'artist', at })
    await queueCheck(jobs, tx, row.id)
    await outbox.enqueue(tx, `submission:${row.id}:received`, await emails.received(row))
    await outbox.enqueue(tx, `submission:${row.id}:owner`, await emails.newSubmission(row))
    return { row, isNew: true }
  })
}
