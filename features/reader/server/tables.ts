import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/**
 * A PDF that was checked and taken in. The newest `isCurrent` one of a book is what readers get; older ones stay until
 * nobody needs them.
 */
export const bookEditions = pgTable(
  'book_editions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    bookId: text('book_id').notNull(),
    /** Of the PDF, in hex. Its first 16 characters name the edition in addresses. */
    sha256: text('sha256').notNull(),
    /** Of the PDF that was sent, where it had to be written anew; empty where it is kept as it came. */
    sourceSha256: text('source_sha256'),
    /**
     * Since when buyers' copies go out without their mark, because the PDF takes none; empty while all is well or was
     * seen to.
     */
    unstampedAt: timestamp('unstamped_at', { withTimezone: true }),
    /** Where the PDF lies in storage. */
    storageKey: text('storage_key').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    pageCount: integer('page_count').notNull(),
    /** Runs of pages of one size, as in the contract. */
    pageSizes: jsonb('page_sizes').$type<{ from: number; width: number; height: number }[]>().notNull(),
    outline: jsonb('outline').$type<{ title: string; page: number; depth: number }[]>().notNull(),
    isCurrent: boolean('is_current').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('book_editions_of').on(table.bookId, table.sha256),
    uniqueIndex('book_editions_current')
      .on(table.bookId)
      .where(sql`is_current`),
  ],
)
