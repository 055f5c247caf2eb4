import { AppError } from '#shared/errors.ts'
import { countCharacters } from '#shared/cut-text.ts'
import { isUuid } from '#shared/uuid.ts'
import { pageWithin } from '#shared/page-within.ts'
import type { TrackLibrary } from '#features/radio/contract.ts'
import type { SubmissionAdminService, SubmissionState } from '#features/submissions/contract.ts'
import { retentionDays } from '#features/submissions/constants.ts'
import { decisionKey } from '../emails.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import {
  type Database,
  findSubmission,
  insertStep,
  listSteps,
  lockSubmission,
  type Submission,
  updateSubmission,
} from '../queries.ts'
import type { SubmissionDeps } from '../submission-deps.ts'
import { countSubmissions, findWaiting, listAcceptedSince, listSubmissions } from './queries.ts'
import { trackIdOf, viewOf } from '../submission-view.ts'
import { formatCount } from '#shared/count-of.ts'

const pageSize = 50

/** Delay before the email of a decision is sent, so that an immediate undo sends nothing. */
const undoWindowMs = 3_000

const maxReasonLength = 2000
const decided: Partial<Record<SubmissionState, string>> = {
  accepted: 'This track has already been accepted.',
  declined: 'This track has already been declined.',
  withdrawn: 'The artist withdrew this track.',
}

/** Dependencies of the owner’s review. */
export type SubmissionAdminDeps = SubmissionDeps & {
  tracks: TrackLibrary<Database>
  /** Calls `run` once, `ms` milliseconds from now; defaults to a timer of the machine. */
  after?: (ms: number, run: () => void) => void
}

/**
 * Creates the owner's review of submissions. Each decision, its change at the station and its email are one
 * transaction.
 */
export function createSubmissionAdmin(deps: SubmissionAdminDeps): SubmissionAdminService {
  const { db, clock, outbox, emails, linkTokens, tracks, after = (ms, run) => void setTimeout(run, ms).unref() } = deps

  async function change(
    id: string,
    update: (tx: Database, row: Submission, now: Date) => Promise<void>,
  ): Promise<void> {
    await withUnavailableError(
      db.transaction(async (tx) => {
        const row = isUuid(id) ? await lockSubmission(tx, id) : undefined
        if (!row) throw new AppError('not-found', 'Submission not found.')
        await update(tx, row, clock.now())
      }),
    )
    wakeOutbox()
    await tracks.refresh()
  }

  function wakeOutbox(): void {
    outbox.wake()
    after(undoWindowMs + 50, () => outbox.wake())
  }

  const refuseDecided = ({ state }: Submission) => {
    const message = decided[state]
    if (message) throw new AppError('conflict', message)
  }

  return {
    async list({ state, search, page: requestedPage }) {
      const words = search?.trim() || undefined
      const found = await countSubmissions(db, words)
      const counts = { received: 0, in_review: 0, accepted: 0, declined: 0, withdrawn: 0, ...found }
      const total = state ? counts[state] : Object.values(counts).reduce((sum, one) => sum + one, 0)
      const { page, pageCount, offset } = pageWithin(requestedPage, total, pageSize)
      const rows = await listSubmissions(db, { state, search: words, limit: pageSize, offset })
      return { rows, total, page, pageCount, counts }
    },

    acceptedSince: (since, limit) => listAcceptedSince(db, since, limit),

    async find(id) {
      const row = isUuid(id) ? await withUnavailableError(findSubmission(db, id)) : undefined
      if (!row) return undefined
      const trackId = trackIdOf(id)
      const [steps, onAir] = await withUnavailableError(Promise.all([listSteps(db, id), tracks.about([trackId])]))
      return viewOf(row, steps, onAir.get(trackId)!, await linkTokens.write('submission', row.id))
    },

    async neighbours(id) {
      const row = isUuid(id) ? await findSubmission(db, id) : undefined
      const counts = await countSubmissions(db, undefined)
      const [previous, next] = row
        ? await Promise.all([
            findWaiting(db, 'older', row.createdAt, id),
            findWaiting(db, 'younger', row.createdAt, id),
          ])
        : []
      return { previous, next, waiting: counts.in_review ?? 0 }
    },

    accept: (id) =>
      change(id, async (tx, row, now) => {
        refuseDecided(row)
        const accepted = await updateSubmission(tx, id, { state: 'accepted', reason: '', decidedAt: now })
        await insertStep(tx, { submissionId: id, step: 'accepted', actor: 'owner', at: now })
        await tracks.add(tx, {
          id: trackIdOf(id),
          title: row.songTitle,
          artist: row.artistName,
          album: row.albumName,
          genre: row.genre,
          storageKey: row.audioKey,
          durationSeconds: row.facts.durationSeconds,
        })
        await outbox.enqueue(tx, decisionKey(accepted), await emails.accepted(accepted), dueAt(now))
      }),

    async decline(id, words) {
      const reason = words.trim()
      if (!reason) throw new AppError('invalid-input', 'Enter a reason for the artist.')
      if (countCharacters(reason) > maxReasonLength)
        throw new AppError('invalid-input', `The reason must be ${formatCount(maxReasonLength)} characters or fewer.`)
      await change(id, async (tx, row, now) => {
        refuseDecided(row)
        const declined = await updateSubmission(tx, id, { state: 'declined', reason, decidedAt: now })
        await insertStep(tx, { submissionId: id, step: 'declined', actor: 'owner', detail: reason, at: now })
        await outbox.enqueue(tx, decisionKey(declined), await emails.declined(declined, reason), dueAt(now))
      })
    },

    undo: (id) =>
      change(id, async (tx, row, now) => {
        if (row.state !== 'accepted' && row.state !== 'declined')
          throw new AppError(
            'conflict',
            row.state === 'withdrawn' ? decided.withdrawn! : 'This track has no decision to undo.',
          )
        if (row.fileDeletedAt)
          throw new AppError(
            'conflict',
            `The decision can no longer be undone: files of declined tracks are deleted after ${retentionDays} days.`,
          )
        const isUnsent = await outbox.cancel(tx, decisionKey(row))
        if (row.state === 'accepted') await tracks.remove(tx, trackIdOf(id))
        const open = await updateSubmission(tx, id, {
          state: row.checks ? 'in_review' : 'received',
          reason: '',
          decidedAt: null,
        })
        await insertStep(tx, { submissionId: id, step: 'undone', actor: 'owner', detail: row.state, at: now })
        if (!isUnsent)
          await outbox.enqueue(
            tx,
            `submission:${id}:undone:${now.toISOString()}`,
            await emails.decisionUndone(open, row.state),
            now,
          )
      }),

    async sendAgain(id) {
      await tracks.tryAgain(trackIdOf(id))
    },
  }
}

const dueAt = (now: Date) => new Date(now.getTime() + undoWindowMs)
