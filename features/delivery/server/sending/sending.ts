import type { DeliveryAddresses, Feedback, Sending } from '../delivery-deps.ts'
import { makeDigest } from '../schedule/make-digest.ts'
import { countAudience, readSettings, type SettingsReader } from '../queries.ts'
import { createIssueActions } from '../admin/issue-actions.ts'
import { progressOf } from '../admin/progress.ts'
import { createWorker, type WorkerTimes } from './worker.ts'
import type { IssuesService } from '#features/issues/contract.ts'
import { findRestoredCopy } from '#platform/backup/queries.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { ScheduleView } from '#features/delivery/contract.ts'
import { inNewYork, nextFriday } from '../slots.ts'
import { sendingBlockers } from '../blockers.ts'
import { findNextScheduled } from '../admin/queries.ts'

type Deps = Pick<ProcessDeps, 'config' | 'database' | 'db' | 'changes' | 'clock' | 'linkTokens' | 'log'> & {
  issues: Pick<IssuesService, 'write' | 'find' | 'check' | 'create'>
  addresses: () => Promise<DeliveryAddresses>
  feedback: Pick<Feedback, 'refused'>
}

/** Creates the use cases of sending; see docs/decisions/016-sending.md. */
export function createSending(deps: Deps, times?: Partial<WorkerTimes>): Sending {
  const moves = createIssueActions({ ...deps, wake: () => work.wake() })
  const work = createWorker({ ...deps, makeDigest: () => makeDigest({ ...deps, schedule: moves.schedule }) }, times)
  return {
    ...moves,
    progress: (ids) => progressOf(deps, ids),
    view: (reader) => scheduleView(deps, reader),
    countAudience: (kind) => countAudience(deps.db, kind),
    start: work.start,
    stop: work.stop,
    now: work.now,
  }
}

/** Returns the next issue with its time, its number of recipients and the blockers. */
async function scheduleView(
  { db, clock, config }: Pick<ProcessDeps, 'db' | 'clock' | 'config'>,
  reader?: SettingsReader,
): Promise<ScheduleView> {
  const now = clock.now()
  const friday = nextFriday(now)
  const [next, settings] = await Promise.all([findNextScheduled(db), readSettings(db, reader)])
  const weekly = await countAudience(db, 'weekly')
  const at = next?.dueAt ?? friday.at
  return {
    next_send_at: at.toISOString(),
    new_york: inNewYork(at),
    is_overdue: at <= now,
    newsletter: next ? { id: next.id, title: next.title } : null,
    recipients: next?.kind === 'digest' ? await countAudience(db, 'digest') : weekly,
    weekly_recipients: weekly,
    is_held: settings.isPaused,
    held_reason: settings.pausedReason,
    is_restored_copy: (await findRestoredCopy(db)) !== undefined,
    obstacles: sendingBlockers(config),
  }
}
