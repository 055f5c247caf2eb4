import type { CopyAddresses, Returns, Sending } from '../delivery-parts.ts'
import { makeDigest } from '../schedule/make-digest.ts'
import { countAudience, readSettings } from '../queries.ts'
import { issueMoves } from '../desk/issue-moves.ts'
import { progressOf } from '../desk/progress.ts'
import { createWork, type WorkTimes } from './work.ts'
import type { IssuesService } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { ScheduleView } from '#features/delivery/contract.ts'
import { inNewYork, nextFriday } from '../slots.ts'
import { houseObstacles } from '../obstacles.ts'
import { findNextScheduled } from '../desk/queries.ts'

type Parts = Pick<ProcessDeps, 'config' | 'database' | 'db' | 'changes' | 'clock' | 'log'> & {
  issues: Pick<IssuesService, 'write' | 'find' | 'check' | 'create'>
  addresses: () => Promise<CopyAddresses>
  returns: Pick<Returns, 'refused'>
}

/** From a draft to every inbox; see docs/decisions/016-sending.md. */
export function createSending(parts: Parts, times?: Partial<WorkTimes>): Sending {
  const moves = issueMoves({ ...parts, wake: () => work.wake() })
  const work = createWork({ ...parts, makeDigest: () => makeDigest({ ...parts, schedule: moves.schedule }) }, times)
  return {
    ...moves,
    progress: (ids) => progressOf(parts, ids),
    view: () => scheduleView(parts),
    countAudience: (kind) => countAudience(parts.db, kind),
    start: work.start,
    stop: work.stop,
    now: work.now,
  }
}

/** When the next issue goes, to how many, and what stands in the way. */
async function scheduleView({
  db,
  clock,
  config,
}: Pick<ProcessDeps, 'db' | 'clock' | 'config'>): Promise<ScheduleView> {
  const friday = nextFriday(clock.now())
  const [next, settings] = await Promise.all([findNextScheduled(db), readSettings(db)])
  const weekly = await countAudience(db, 'weekly')
  const at = next?.dueAt ?? friday.at
  return {
    next_send_at: at.toISOString(),
    new_york: inNewYork(at),
    newsletter: next ? { id: next.id, title: next.title } : null,
    recipients: next?.kind === 'digest' ? await countAudience(db, 'digest') : weekly,
    weekly_recipients: weekly,
    is_held: settings.isHeld,
    held_reason: settings.heldReason,
    obstacles: houseObstacles(config),
  }
}
