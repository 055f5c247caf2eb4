import { AppError } from '#shared/errors.ts'
import { maskEmail } from '#shared/email-address.ts'
import type { SubmissionsService, SubmissionStatus, TrackOnAir } from '#features/submissions/contract.ts'
import { decisionKey } from './emails.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import {
  findByLink,
  insertStep,
  listSteps,
  lockByLink,
  type Submission,
  type Database,
  textColumns,
  textsOf,
  updateSubmission,
} from './queries.ts'
import type { SubmissionDeps } from './submission-deps.ts'
import { readTexts } from './read-texts.ts'

/** Functions of the station for submissions. */
export type StationAccess = {
  /** Returns one entry for every id, including unknown ones. */
  tracksOnAir(submissionIds: readonly string[]): Promise<Map<string, TrackOnAir>>
  /** Removes a track from the rotation within the caller's transaction. */
  removeFromAir(tx: Database, submissionId: string): Promise<void>
  /** Must be called after the commit. */
  refresh(): Promise<void>
}

const offAir: TrackOnAir = { isInRotation: false, isOnAirNow: false, plays: 0, peakListeners: 0, lastPlayedAt: null }

/** Creates the use cases of the artist's status page. */
export function createSubmissions(deps: SubmissionDeps, station: StationAccess): SubmissionsService {
  const { db, clock, outbox, emails, linkTokens } = deps

  async function change(token: string, update: (tx: Database, row: Submission) => Promise<void>): Promise<void> {
    const target = await linkTokens.read('submission', token)
    await withUnavailableError(
      db.transaction(async (tx) => {
        const row = target && (await lockByLink(tx, target))
        if (!row) throw new AppError('not-found', { key: 'submissions.errors.notFound' })
        await update(tx, row)
      }),
    )
    outbox.wake()
  }

  return {
    async status(token) {
      const target = await linkTokens.read('submission', token)
      const row = target && (await withUnavailableError(findByLink(db, target)))
      if (!row) return undefined
      const steps = await withUnavailableError(listSteps(db, row.id))
      // The page is useful without the airplay, so it is also shown when the station fails.
      const onAir = await station
        .tracksOnAir([row.id])
        .then((tracks) => tracks.get(row.id))
        .catch(() => undefined)
      return statusOf(row, steps, onAir ?? offAir)
    },
    correct: (token, texts) =>
      change(token, async (tx, row) => {
        if (row.state === 'withdrawn') throw new AppError('conflict', { key: 'submissions.errors.withdrawn' })
        if (!isOpen(row)) throw new AppError('conflict', { key: 'submissions.errors.decided' })
        const columns = textColumns(readTexts(texts))
        const changed = Object.entries(columns).filter(([name, value]) => row[name as keyof typeof columns] !== value)
        if (changed.length === 0) return
        const corrected = await updateSubmission(tx, row.id, columns)
        const at = clock.now()
        const detail = changed.map(([name]) => name).join(', ')
        await insertStep(tx, { submissionId: row.id, step: 'corrected', actor: 'artist', at, detail })
        // At most one email an hour, however often the details change, because it only links to the page.
        await outbox.enqueue(
          tx,
          `submission:${row.id}:corrected:${at.toISOString().slice(0, 13)}`,
          await emails.corrected(corrected),
        )
      }),
    async withdraw(token) {
      await change(token, async (tx, row) => {
        if (row.state === 'withdrawn') throw new AppError('conflict', { key: 'submissions.errors.withdrawn' })
        if (row.state === 'declined') throw new AppError('conflict', { key: 'submissions.errors.declined' })
        const at = clock.now()
        if (row.state === 'accepted') {
          await station.removeFromAir(tx, row.id)
          await outbox.cancel(tx, decisionKey(row))
        }
        // An accepted track may have been played and then returned to the queue.
        const wasAccepted = (await listSteps(tx, row.id)).some(({ step }) => step === 'accepted')
        const withdrawn = await updateSubmission(tx, row.id, { state: 'withdrawn', decidedAt: at })
        await insertStep(tx, { submissionId: row.id, step: 'withdrawn', actor: 'artist', at })
        await outbox.enqueue(tx, `submission:${row.id}:withdrawn`, await emails.withdrawn(withdrawn, wasAccepted))
      })
      await station.refresh()
    },
  }
}

const isOpen = ({ state }: Submission) => state === 'received' || state === 'in_review'

function statusOf(row: Submission, steps: Awaited<ReturnType<typeof listSteps>>, onAir: TrackOnAir): SubmissionStatus {
  const { checks } = row
  return {
    state: row.state,
    texts: textsOf(row),
    maskedEmail: maskEmail(row.artistEmail),
    receivedAt: row.createdAt.toISOString(),
    facts: row.facts,
    checks: checks ? { peaks: checks.peaks, notes: checks.notes, loudnessLufs: checks.loudnessLufs } : undefined,
    reason: row.reason,
    onAir,
    // Notes of the owner are not shown to the artist; the reason is a separate field.
    steps: steps.map(({ step, at }) => ({ step, detail: '', at: at.toISOString() })),
    mayCorrect: isOpen(row),
    mayWithdraw: isOpen(row) || row.state === 'accepted',
  }
}
