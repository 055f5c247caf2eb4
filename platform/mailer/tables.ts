import { index, integer, jsonb, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { StoredMail } from './stored-mail.ts'

/**
 * State of an email. `claimed`: a worker has it, but nothing was transmitted. `in_data`: the body is being transmitted.
 * `uncertain`: the process or connection ended during transmission, so the result is unknown; it is never retried
 * automatically. `paused`: waiting in a restored backup until the owner sends it.
 */
export const mailState = pgEnum('mail_state', ['queued', 'claimed', 'in_data', 'sent', 'failed', 'uncertain', 'paused'])

/** All emails of the site, each written in the transaction that causes it. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Unique key of the cause, such as `welcome:<subscriber>:1`; a second email with the same key is ignored. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    mail: jsonb('mail').$type<StoredMail>().notNull(),
    state: mailState('state').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /** Worker that claimed it; claims of exited processes expire. */
    claimedBy: text('claimed_by'),
    /** Reply of the mail server, or the error. */
    response: text('response'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** Since when `mail` has no text; it can no longer be sent. */
    bodyRemovedAt: timestamp('body_removed_at', { withTimezone: true }),
  },
  (table) => [index('mail_outbox_due').on(table.state, table.dueAt), index('mail_outbox_created').on(table.createdAt)],
)
