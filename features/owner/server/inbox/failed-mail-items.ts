import type { Clock } from '#platform/clock.ts'
import { databaseNow } from '#platform/database/database-now.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { cancelMailRetry, listFailedMails, retryFailedMail, type FailedMail } from '#platform/mailer/queries.ts'
import { maskEmail } from '#shared/email-address.ts'
import { AppError } from '#shared/errors.ts'
import { cutText } from '#shared/cut-text.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'

/** Delay before an email is sent again, during which that can be undone. */
const graceMs = 60_000
/** Older failures are not listed. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000
const maxListed = 50

const states: Record<string, FailedMail['state']> = { 'mail-failed': 'failed', 'mail-uncertain': 'uncertain' }

/**
 * Creates action items for emails that failed or may have failed. Sending one again is safe: at worst the recipient
 * gets it twice.
 */
export function createFailedMailItems({
  db,
  outbox,
  clock,
}: {
  db: Database['db']
  outbox: Pick<Outbox, 'wake'>
  clock: Clock
}): ActionItemSource {
  return {
    kinds: Object.keys(states),
    async list() {
      const mails = await listFailedMails(db, new Date(clock.now().getTime() - maxAgeMs), maxListed)
      return mails.map(itemOf)
    },
    async runAction(key) {
      const { id, state } = mailOf(key)
      if (!(await retryFailedMail(db, id, state, { now: databaseNow(clock), delayMs: graceMs })))
        throw new AppError('conflict', 'This email is already queued, was sent, or its text has been deleted.')
      outbox.wake()
    },
    async undo(key) {
      const { id, state } = mailOf(key)
      if (!(await cancelMailRetry(db, id, state, databaseNow(clock))))
        throw new AppError('conflict', 'This cannot be undone: the email is being sent or was sent.')
    },
  }
}

function itemOf({ id, to, subject, state, response, createdAt }: FailedMail): ActionItem {
  return {
    key: `mail-${state}:${id}`,
    severity: 'person',
    title:
      state === 'failed'
        ? `${quoteTitle(subject)} could not be sent`
        : `${quoteTitle(subject)} may not have been delivered`,
    detail: `To ${maskEmail(to)}. ${state === 'failed' ? 'Reason' : 'Last known status'}: ${cutText(response, 300) || 'unknown'}`,
    since: createdAt.toISOString(),
    action: {
      label: 'Send again',
      canUndo: true,
      doneMessage: `${quoteTitle(subject)} is queued to be sent again.`,
      isQueued: true,
    },
    href: '/admin/settings#health',
    linkLabel: 'View service status',
  }
}

function mailOf(key: string): { id: string; state: FailedMail['state'] } {
  const [kind = '', id = ''] = key.split(':')
  const state = states[kind]
  if (!state || !/^[\da-f-]{36}$/.test(id)) throw new AppError('not-found', 'This email does not exist.')
  return { id, state }
}
