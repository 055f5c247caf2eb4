import { index, integer, jsonb, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Mail } from './mail.ts'

/**
 * Where a mail stands. `claimed`: a worker has it, nothing was handed over yet. `in_data`: its body is on the way to
 * the relay. `uncertain`: the process died or the line broke in that moment, so only the relay knows; it is never sent
 * again by itself. `held`: it waited when a backup was made, and this is the restored copy; it leaves when the owner
 * says so.
 */
export const mailState = pgEnum('mail_state', ['queued', 'claimed', 'in_data', 'sent', 'failed', 'uncertain', 'held'])

/** Every mail the site ever promised to send, written in the same transaction as its reason. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The reason in one word and an id, `welcome:<subscriber>:1`; a second mail for the same reason is refused. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    mail: jsonb('mail').$type<Mail>().notNull(),
    state: mailState('state').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /** Which process has it; a claim whose process is gone is taken back. */
    claimedBy: text('claimed_by'),
    /** What the relay said, or why it was refused. */
    response: text('response'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [index('mail_outbox_due').on(table.state, table.dueAt)],
)
