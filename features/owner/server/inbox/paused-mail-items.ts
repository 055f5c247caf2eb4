import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { countMails, resumePausedMails } from '#platform/mailer/queries.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItemSource } from '#features/owner/contract.ts'

/**
 * Creates the action item for emails that were queued when the restored backup was created. The original site may have
 * sent them since, so the owner decides.
 */
export function createPausedMailItems({
  db,
  outbox,
  clock,
}: {
  db: Database['db']
  outbox: Pick<Outbox, 'wake'>
  clock: Clock
}): ActionItemSource {
  return {
    kinds: ['mail-held'],
    async list() {
      const { held = 0 } = await countMails(db)
      if (held === 0) return []
      return [
        {
          key: 'mail-held:all',
          severity: 'promise',
          title:
            held === 1
              ? '1 email is paused since the backup was restored'
              : `${held} emails are paused since the backup was restored`,
          detail:
            'They were queued when the backup was created. Send them only if the original site is no longer running, or recipients may get them twice.',
          since: clock.now().toISOString(),
          action: { label: 'Send them', canUndo: false, doneLabel: 'Sending' },
          href: '/admin/settings#health',
        },
      ]
    },
    async runAction() {
      if ((await resumePausedMails(db, clock.now())) === 0)
        throw new AppError('conflict', 'These emails have already been released.')
      outbox.wake()
    },
    async undo() {
      throw new AppError('conflict', 'This cannot be undone: the emails are being sent.')
    },
  }
}
