import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { countMails, releaseHeldMails } from '#platform/mailer/queries.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItemSource } from '#features/owner/contract.ts'

/**
 * Mails that waited when the backup was made from which this copy was restored. The original may have sent them
 * meanwhile; only the owner knows.
 */
export function createHeldMailNeeds({
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
              ? 'One mail is held since the backup was restored'
              : `${held} mails are held since the backup was restored`,
          detail:
            'They waited to be sent when the backup was made. Let them leave only if the site they come from does not run any more.',
          since: clock.now().toISOString(),
          action: { label: 'Let them leave', canUndo: false, doneLabel: 'On their way' },
          href: '/admin/settings#health',
        },
      ]
    },
    async runAction() {
      if ((await releaseHeldMails(db, clock.now())) === 0) throw new AppError('conflict', 'No mail is held any more.')
      outbox.wake()
    },
    async undo() {
      throw new AppError('conflict', 'Too late: the mails are on their way.')
    },
  }
}
