import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * What the owner changed of the catalogue. Rows are only ever added: the newest of a key is in effect, the others are
 * its history.
 */
export const contentEdits = pgTable(
  'content_edits',
  {
    /** One higher with every edit of anything; what a process has seen is one number. */
    revision: bigint('revision', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /**
     * `save`: `data` is the whole entry. `remove`: there is no such entry any more. `reset`: what the files say holds
     * again.
     */
    act: text('act', { enum: ['save', 'remove', 'reset'] }).notNull(),
    data: jsonb('data'),
    actor: text('actor').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('content_edits_of').on(table.kind, table.key, table.revision)],
)

/** What the owner is writing and nobody else sees yet. */
export const contentDrafts = pgTable(
  'content_drafts',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    data: jsonb('data').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)
