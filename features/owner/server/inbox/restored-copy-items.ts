import { deleteRestoredCopy, findRestoredCopy } from '#platform/backup/queries.ts'
import type { Clock } from '#platform/clock.ts'
import { databaseNow } from '#platform/database/database-now.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { countMails, resumePausedMails } from '#platform/mailer/queries.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItemSource } from '#features/owner/contract.ts'

/**
 * Creates the action item of a site that was restored from a backup. The original site may still run, so the owner
 * decides when emails are sent and background jobs run.
 */
export function createRestoredCopyItems({
  db,
  outbox,
  changes,
  clock,
}: {
  db: Database['db']
  outbox: Pick<Outbox, 'wake'>
  changes: Pick<Changes, 'notify'>
  clock: Clock
}): ActionItemSource {
  return {
    kinds: ['restored-copy'],
    async list() {
      const [copy, { paused = 0 }] = await Promise.all([findRestoredCopy(db), countMails(db)])
      if (!copy && paused === 0) return []
      const mails = paused === 0 ? '' : paused === 1 ? ' 1 email is waiting.' : ` ${paused} emails are waiting.`
      return [
        {
          key: 'restored-copy:site',
          severity: 'promise',
          title: 'Emails other than sign-in codes, and background jobs, are paused',
          detail: `This site was restored from a backup. Resume them only if the original site is no longer running; otherwise people may get emails twice.${mails} Newsletter sending is resumed separately in the settings.`,
          since: copy?.restoredAt.toISOString(),
          action: {
            label: 'Resume',
            canUndo: false,
            doneMessage: 'Emails and background jobs have resumed.',
          },
          href: '/admin/settings#backup',
        },
      ]
    },
    async runAction() {
      const isResumed = await db.transaction(async (tx) => {
        const hadCopy = await deleteRestoredCopy(tx)
        const hadMails = (await resumePausedMails(tx, databaseNow(clock))) > 0
        await changes.notify(tx, 'restored_copies')
        return hadCopy || hadMails
      })
      if (!isResumed) throw new AppError('conflict', 'Emails and background jobs have already been resumed.')
      outbox.wake()
    },
    async undo() {
      throw new AppError('conflict', 'This cannot be undone: emails are being sent.')
    },
  }
}
