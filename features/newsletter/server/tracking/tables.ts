import { sql } from 'drizzle-orm'
import { index, integer, pgEnum, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { issues } from '../issues/tables.ts'
import { deliveries } from '../sending/tables.ts'

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
    /** `open`, `click`, `page` (loaded after a click), `bounce`, `delay`, `block` (refused because of us), `complaint`, `unsubscribe`. */
    kind: text('kind').notNull(),
    /** The link of a click. */
    linkNumber: integer('link_number'),
    verdict: readingVerdict('verdict').notNull(),
    /** Why it was judged so, or what the report said. */
    reason: text('reason').notNull().default(''),
    /** Who came, by a name that says nothing by itself and is another one every day; see `visitor` in copy-addresses.ts. */
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
 * What an issue's copies add up to, so that a hundred issues are read as fast as one. A row stands here once every copy is settled, counted from
 * the copies themselves; from then on it moves with them, in the same transaction. Without a row, the copies are counted where it is asked.
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
  (table) => [primaryKey({ columns: [table.issueId, table.hour] }), index('newsletter_reading_hours_when').on(table.hour)],
)

/** Random keys the newsletter signs with, made when first needed; `tracking` and `bounces`. */
export const newsletterKeys = pgTable('newsletter_keys', { name: text('name').primaryKey(), key: text('key').notNull() })
