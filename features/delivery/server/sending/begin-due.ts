import { insertAuditLine } from '#platform/admin/queries.ts'
import { moveIssue } from '../queries.ts'
import type { IssuesService } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { inNewYork } from '../slots.ts'
import { beginIssue } from './begin-issue.ts'
import { houseObstacles } from '../obstacles.ts'
import { listDue } from './queries.ts'

/** Later than this, an issue does not go by itself any more: what it says may be old. */
export const latestMs = 2 * 60 * 60 * 1000

type Parts = Pick<ProcessDeps, 'db' | 'clock' | 'log' | 'config'> & { issues: Pick<IssuesService, 'write'> }

/** Begins every issue whose time has come; one that is late by more than two hours is held, and the editor is asked. */
export async function beginDue(parts: Parts): Promise<void> {
  const { db, clock, config, log } = parts
  const now = clock.now()
  for (const { id, dueAt } of await listDue(db, now)) {
    const obstacles = houseObstacles(config)
    if (dueAt && now.getTime() - dueAt.getTime() > latestMs)
      await hold(
        id,
        `This issue was due on ${inNewYork(dueAt)}, but sending was not running. Send it now, or unschedule it.`,
      )
    else if (obstacles.length > 0) await hold(id, obstacles.join(' '))
    // Somebody else may be beginning it this moment; then this transaction falls through, and theirs stands.
    else
      await beginIssue(parts, id).catch((error: unknown) =>
        log.warn({ err: error, issue: id }, 'newsletter issue not started; retrying'),
      )
  }

  async function hold(id: string, reason: string) {
    await db.transaction(async (tx) => {
      if (await moveIssue(tx, id, 'paused', { reason, updatedAt: now }, ['scheduled']))
        await insertAuditLine(tx, {
          actor: 'schedule',
          act: 'issue.hold',
          subject: `issue:${id}`,
          detail: reason,
          at: now,
        })
    })
  }
}
