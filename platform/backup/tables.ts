import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Backups that were started, by schedule or by command. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Name of the backup file. */
    name: text('name').notNull(),
    /** Storage location as the admin shows it: a folder, or a bucket with its prefix. */
    place: text('place').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** Null while it runs, and for ever when its process was killed. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    bytes: bigint('bytes', { mode: 'number' }),
    /** Empty after a success. */
    error: text('error').notNull().default(''),
  },
  (table) => [index('backup_runs_started').on(table.startedAt)],
)

/**
 * One row in a database that was restored from a backup, until the owner resumes it. Meanwhile no background job runs
 * and no email is sent except sign-in codes of the owner.
 */
export const restoredCopies = pgTable(
  'restored_copies',
  {
    id: integer('id').primaryKey(),
    /** Time of the backup. */
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    restoredAt: timestamp('restored_at', { withTimezone: true }).notNull(),
  },
  () => [check('restored_copies_one', sql`id = 1`)],
)

/** Condition: the database was restored and the owner has not resumed it. It stops everything that sends by itself. */
export const isCopyPaused = sql`exists (select from restored_copies)`
