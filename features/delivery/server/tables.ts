import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { issues } from '#features/issues/server/tables.ts'
import { subscribers } from '#features/subscribers/server/tables.ts'

/**
 * State of one recipient's delivery. `claimed`: a worker has it, nothing was sent yet. `in_data`: its body is being
 * sent. `uncertain`: the process or the connection died while the body was being sent, so only the relay has the
 * outcome; an editor decides. `failed`: refused permanently. `dropped`: unsubscribed, suppressed or canceled before it
 * was sent. `excluded`: not a recipient, known when the audience was frozen.
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

/** One row per recipient and issue. */
export const deliveries = pgTable(
  'newsletter_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    issueId: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    /** Empty once the person was erased; the row still counts. */
    subscriberId: uuid('subscriber_id').references(() => subscribers.id, { onDelete: 'set null' }),
    /** Address it was sent to; empty once the person was erased. */
    email: text('email').notNull(),
    state: deliveryState('state').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    claimedBy: text('claimed_by'),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /** Server response, or the reason why it was excluded. */
    response: text('response').notNull().default(''),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** First time of each kind of engagement; see engagement/. */
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
    // Index for the current sending rate.
    index('newsletter_deliveries_sent')
      .on(table.issueId, table.sentAt)
      .where(sql`state = 'sent'`),
    index('newsletter_deliveries_due')
      .on(table.issueId, table.dueAt)
      .where(sql`state IN ('queued', 'claimed', 'in_data')`),
  ],
)

/**
 * Slots of the rate limit across all workers: there are as many as deliveries allowed per second, and a delivery keeps
 * its slot until a second after the relay replied, so no window of one second contains more.
 */
export const sendingSlots = pgTable('newsletter_sending_slots', {
  /** Starts at 1. */
  number: integer('number').primaryKey(),
  freeAt: timestamp('free_at', { withTimezone: true }).notNull(),
})

/** Sending processes; one without a recent heartbeat is gone, and the others recover its deliveries. */
export const senders = pgTable('newsletter_senders', {
  id: text('id').primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
})

/** Settings of sending, in one row; empty values fall back to the configuration. */
export const sendingSettings = pgTable('newsletter_sending_settings', {
  id: integer('id').primaryKey(),
  /** Sending is paused, by an admin or by restoring a backup. */
  isPaused: boolean('is_paused').notNull().default(false),
  pausedReason: text('paused_reason').notNull().default(''),
  /** Opens and clicks are tracked. */
  isCounted: boolean('is_counted').notNull().default(true),
  /** Deliveries per second across all workers; empty: `NEWSLETTER_RATE_PER_SECOND`, or unlimited. */
  ratePerSecond: integer('rate_per_second'),
  /** The issue pauses after this many consecutive refusals or failed connections. */
  stopAfterErrors: integer('stop_after_errors').notNull().default(20),
  /** A digest is created each month. */
  sendsDigest: boolean('sends_digest').notNull().default(true),
})

/** Classification of an event by its likely actor; see engagement/classify.ts. */
export const eventClassification = pgEnum('event_classification', ['human', 'machine', 'unsure'])

/**
 * Engagement and feedback events of deliveries: the first of each kind, link and classification. The times in a
 * delivery are derived from them.
 */
export const engagementEvents = pgTable(
  'newsletter_engagement_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Copied from the delivery, so that reports need not join it. */
    issueId: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    /**
     * `open`, `click`, `page` (loaded after a click), `bounce`, `delay`, `block` (refused because of our setup),
     * `complaint`, `unsubscribe`.
     */
    kind: text('kind').notNull(),
    /** Number of the clicked link. */
    linkNumber: integer('link_number'),
    classification: eventClassification('classification').notNull(),
    /** Reason of the classification, or the text of the report. */
    reason: text('reason').notNull().default(''),
    /** One-way name of the visitor that changes every day; see `visitor` in delivery-addresses.ts. */
    client: text('client').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('newsletter_engagement_events_clients')
      .on(table.issueId, table.client)
      .where(sql`client <> ''`),
    index('newsletter_engagement_events_of').on(table.deliveryId, table.at),
    index('newsletter_engagement_events_links').on(table.issueId, table.kind, table.linkNumber),
    // Few rows match, and the worker reads them on every tick.
    index('newsletter_engagement_events_blocks')
      .on(table.issueId, table.deliveryId)
      .where(sql`kind = 'block'`),
  ],
)

/**
 * Aggregated engagement per issue, so that a hundred issues are read as fast as one. A row is created once every
 * delivery of the issue is finished, and is then updated in the same transaction as the deliveries. Without a row, the
 * deliveries are counted on demand.
 */
export const aggregates = pgTable('newsletter_issue_aggregates', {
  issueId: uuid('issue_id')
    .primaryKey()
    .references(() => issues.id, { onDelete: 'cascade' }),
  /** Accepted by the relay and not bounced since. */
  delivered: integer('delivered').notNull(),
  bounced: integer('bounced').notNull(),
  complained: integer('complained').notNull(),
  left: integer('left').notNull(),
  /** Each recipient counts once, by the strongest classification: human before unsure before machine. */
  humanOpens: integer('human_opens').notNull(),
  unsureOpens: integer('unsure_opens').notNull(),
  machineOpens: integer('machine_opens').notNull(),
  humanClicks: integer('human_clicks').notNull(),
  unsureClicks: integer('unsure_clicks').notNull(),
  machineClicks: integer('machine_clicks').notNull(),
})

/** First human opens and clicks per hour. */
export const engagementHours = pgTable(
  'newsletter_engagement_hours',
  {
    issueId: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    /** Full hour, UTC. */
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    opens: integer('opens').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.hour] }),
    index('newsletter_engagement_hours_when').on(table.hour),
  ],
)

/** Key of earlier versions for signatures, until the first process moves it to the file storage. */
export const newsletterKeys = pgTable('newsletter_keys', {
  name: text('name').primaryKey(),
  key: text('key').notNull(),
})

/**
 * Returned emails that were not understood and need review. They are deleted when the delivery's subscriber is erased.
 */
export const returnedMails = pgTable(
  'newsletter_returned_mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Reason why it needs review; see returned-mails.ts. */
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    sender: text('sender').notNull(),
    /** Beginning of the text. */
    excerpt: text('excerpt').notNull(),
    /** Other address named by the report. */
    about: text('about').notNull().default(''),
    /** Hash of the contents, so that a repeated email is listed once. */
    contentHash: text('content_hash').notNull(),
    /** Number of times it was received. */
    times: integer('times').notNull().default(1),
    /** Time when it was last received. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
    settledBy: text('settled_by').notNull().default(''),
  },
  (table) => [
    uniqueIndex('newsletter_returned_mails_once').on(table.deliveryId, table.contentHash),
    index('newsletter_returned_mails_open')
      .on(table.at, table.id)
      .where(sql`settled_at IS NULL`),
  ],
)
