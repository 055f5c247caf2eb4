import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgEnum, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { issues } from '../issues/tables.ts'
import { subscribers } from '../tables.ts'

/**
 * Where one recipient's copy stands. `claimed`: a worker has it, nothing was handed over yet. `in_data`: its body is on the way to the relay.
 * `uncertain`: the process died or the line broke in that moment, so only the relay knows; the editor decides. `failed`: refused for good.
 * `dropped`: left, was suppressed or was cancelled before its turn. `excluded`: known when the audience was frozen, and not written to.
 */
export const deliveryState = pgEnum('delivery_state', [
  'queued',
  'claimed',
  'in_data',
  'sent',
  'failed',
  'uncertain',
  'dropped',
  'excluded',
])

/** One row per recipient per issue. */
export const deliveries = pgTable(
  'newsletter_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    issueId: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    /** Empty once the person was erased; the row still counts. */
    subscriberId: uuid('subscriber_id').references(() => subscribers.id, { onDelete: 'set null' }),
    /** Where it went; empty once the person was erased. */
    email: text('email').notNull(),
    state: deliveryState('state').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    claimedBy: text('claimed_by'),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /** What the relay said, or why it was left out. */
    response: text('response').notNull().default(''),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** First of its kind, each; see tracking. */
    openedAt: timestamp('opened_at', { withTimezone: true }),
    clickedAt: timestamp('clicked_at', { withTimezone: true }),
    machineOpenedAt: timestamp('machine_opened_at', { withTimezone: true }),
    unsureOpenedAt: timestamp('unsure_opened_at', { withTimezone: true }),
    machineClickedAt: timestamp('machine_clicked_at', { withTimezone: true }),
    unsureClickedAt: timestamp('unsure_clicked_at', { withTimezone: true }),
    bouncedAt: timestamp('bounced_at', { withTimezone: true }),
    complainedAt: timestamp('complained_at', { withTimezone: true }),
    leftAt: timestamp('left_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('newsletter_deliveries_once').on(table.issueId, table.subscriberId),
    index('newsletter_deliveries_of').on(table.subscriberId),
    index('newsletter_deliveries_state').on(table.issueId, table.state),
    // How fast an issue goes, told while it goes.
    index('newsletter_deliveries_sent')
      .on(table.issueId, table.sentAt)
      .where(sql`state = 'sent'`),
    index('newsletter_deliveries_due')
      .on(table.issueId, table.dueAt)
      .where(sql`state IN ('queued', 'claimed', 'in_data')`),
  ],
)

/**
 * Holds all workers together to the cap: there are as many slots as copies are allowed in a second, and a copy keeps its slot until a second after
 * the relay answered. So no window of a second, wherever it begins, sees more of them.
 */
export const sendingSlots = pgTable('newsletter_sending_slots', {
  /** 1 first. */
  number: integer('number').primaryKey(),
  freeAt: timestamp('free_at', { withTimezone: true }).notNull(),
})

/** Processes that send; one that was not seen for a while is gone, and what it held is taken up by the others. */
export const senders = pgTable('newsletter_senders', {
  id: text('id').primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
})

/** How the house sends; one row. What is empty is as configured. */
export const sendingSettings = pgTable('newsletter_sending_settings', {
  id: integer('id').primaryKey(),
  /** Nothing is begun or sent while it says so: set by the desk, and by restoring a backup. */
  isHeld: boolean('is_held').notNull().default(false),
  heldReason: text('held_reason').notNull().default(''),
  /** Whether opens and clicks are counted. */
  isCounted: boolean('is_counted').notNull().default(true),
  /** Copies a second over all workers; empty: as `NEWSLETTER_RATE_PER_SECOND` says, or without a cap. */
  ratePerSecond: integer('rate_per_second'),
  /** An issue pauses after so many refusals or failed connections in a row. */
  stopAfterErrors: integer('stop_after_errors').notNull().default(20),
  /** Whether a digest is made each month. */
  sendsDigest: boolean('sends_digest').notNull().default(true),
})
