import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Processes of the site, one row each; see {@link createProcesses}. A row unseen for a day is deleted. */
export const siteProcesses = pgTable('site_processes', {
  id: uuid('id').primaryKey(),
  role: text('role').notNull(),
  version: text('version').notNull(),
  host: text('host').notNull(),
  /** Names the file storage: processes with different values do not share files. */
  storageId: text('storage_id').notNull(),
  /** Milliseconds by which the clock of the host is ahead of the database's. */
  clockOffsetMs: integer('clock_offset_ms').notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  /** Time of the last heartbeat, by the database's clock. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
})
