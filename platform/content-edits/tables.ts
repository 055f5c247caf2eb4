import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Edits of the catalogue by the owner. Rows are never changed: the newest one of a key is in effect, the others are its
 * history.
 */
export const contentEdits = pgTable(
  'content_edits',
  {
    /** Increases with every edit, so that one number says what a process has read. */
    revision: bigint('revision', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /**
     * `save`: `data` is the whole entry. `remove`: the entry no longer exists. `reset`: the files are in effect again.
     */
    act: text('act', { enum: ['save', 'remove', 'reset'] }).notNull(),
    data: jsonb('data'),
    actor: text('actor').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('content_edits_of').on(table.kind, table.key, table.revision)],
)

/** Drafts of the owner, which are not published. */
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
