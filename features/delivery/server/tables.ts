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
 * Where one recipient's copy stands. `claimed`: a worker has it, nothing was handed over yet. `in_data`: its body is on
 * the way to the relay. `uncertain`: the process died or the line broke in that moment, so only the relay knows; the
 * editor decides. `failed`: refused for good. `dropped`: left, was suppressed or was cancelled before its turn.
 * `excluded`: known when the audience was frozen, and not written to.
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
    /** Server response, or why it was left out. */
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
 * Holds all workers together to the cap: there are as many slots as copies are allowed in a second, and a copy keeps
 * its slot until a second after the relay answered. So no window of a second, wherever it begins, sees more of them.
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

/** Whether a person did it; see tracking/verdict.ts. */
export const readingVerdict = pgEnum('reading_verdict', ['human', 'machine', 'unsure'])

/** What came back of one copy: the first of each kind, link and verdict. What stands at a copy is derived from here. */
export const readings = pgTable(
  'newsletter_readings',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** The copy's, beside it, so that an issue's report need not visit each copy. */
    issueId: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    /**
     * `open`, `click`, `page` (loaded after a click), `bounce`, `delay`, `block` (refused because of us), `complaint`,
     * `unsubscribe`.
     */
    kind: text('kind').notNull(),
    /** The link of a click. */
    linkNumber: integer('link_number'),
    verdict: readingVerdict('verdict').notNull(),
    /** Why it was judged so, or what the report said. */
    reason: text('reason').notNull().default(''),
    /**
     * Who came, by a name that says nothing by itself and is another one every day; see `visitor` in copy-addresses.ts.
     */
    client: text('client').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('newsletter_readings_clients')
      .on(table.issueId, table.client)
      .where(sql`client <> ''`),
    index('newsletter_readings_of').on(table.deliveryId, table.at),
    index('newsletter_readings_links').on(table.issueId, table.kind, table.linkNumber),
    // Few among many: looked for at every turn of the worker.
    index('newsletter_readings_blocks')
      .on(table.issueId, table.deliveryId)
      .where(sql`kind = 'block'`),
  ],
)

/**
 * What an issue's copies add up to, so that a hundred issues are read as fast as one. A row stands here once every copy
 * is settled, counted from the copies themselves; from then on it moves with them, in the same transaction. Without a
 * row, the copies are counted where it is asked.
 */
export const tallies = pgTable('newsletter_tallies', {
  issueId: uuid('issue_id')
    .primaryKey()
    .references(() => issues.id, { onDelete: 'cascade' }),
  /** Taken by the relay and not bounced since. */
  delivered: integer('delivered').notNull(),
  bounced: integer('bounced').notNull(),
  complained: integer('complained').notNull(),
  left: integer('left').notNull(),
  /** Each recipient once, by the strongest there is: human before unsure before machine. */
  humanOpens: integer('human_opens').notNull(),
  unsureOpens: integer('unsure_opens').notNull(),
  machineOpens: integer('machine_opens').notNull(),
  humanClicks: integer('human_clicks').notNull(),
  unsureClicks: integer('unsure_clicks').notNull(),
  machineClicks: integer('machine_clicks').notNull(),
})

/** First openings and clicks of people, by the hour they came in. */
export const readingHours = pgTable(
  'newsletter_reading_hours',
  {
    issueId: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    /** The full hour, UTC. */
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    opens: integer('opens').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.hour] }),
    index('newsletter_reading_hours_when').on(table.hour),
  ],
)

/** Random keys the newsletter signs with, made when first needed; `tracking` and `bounces`. */
export const newsletterKeys = pgTable('newsletter_keys', {
  name: text('name').primaryKey(),
  key: text('key').notNull(),
})

/**
 * Mails that came back to a copy and were not understood; they wait for a person. They go with the copy's reader when
 * that one is erased.
 */
export const returnedMails = pgTable(
  'newsletter_returned_mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Why nothing followed from it; see returned-mails.ts. */
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    sender: text('sender').notNull(),
    /** How it begins. */
    excerpt: text('excerpt').notNull(),
    /** The other address a report names. */
    about: text('about').notNull().default(''),
    /** One-way name of what it says, so that the same mail is listed once. */
    fingerprint: text('fingerprint').notNull(),
    /** How often it came. */
    times: integer('times').notNull().default(1),
    /** When it came last. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
    settledBy: text('settled_by').notNull().default(''),
  },
  (table) => [
    uniqueIndex('newsletter_returned_mails_once').on(table.deliveryId, table.fingerprint),
    index('newsletter_returned_mails_open')
      .on(table.at, table.id)
      .where(sql`settled_at IS NULL`),
  ],
)
