import type { Database } from '#platform/database/open-database.ts'
import type { Clock } from '#platform/clock.ts'
import type { LinkTokens } from '#platform/link-tokens.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { SubmissionEmails } from './emails.ts'

type SubmissionLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

/** Dependencies of the submission use cases. */
export type SubmissionDeps = {
  db: Database['db']
  clock: Clock
  outbox: Outbox
  emails: SubmissionEmails
  storage: Storage
  linkTokens: LinkTokens
  log: SubmissionLog
}
