import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/** Imported PDFs. The one with `isCurrent` is what readers get; older ones stay until they are unused. */
export const bookEditions = pgTable(
  'book_editions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    bookId: text('book_id').notNull(),
    /** Hash of the PDF, in hex. Its first 16 characters name the edition in addresses. */
    sha256: text('sha256').notNull(),
    /** Hash of the uploaded PDF if it had to be rewritten; null if it is stored unchanged. */
    sourceSha256: text('source_sha256'),
    /**
     * Since when buyers' copies are sent without a watermark because the PDF cannot be watermarked; null if they are
     * fine or the owner marked it as done.
     */
    unwatermarkedAt: timestamp('unwatermarked_at', { withTimezone: true }),
    /** Storage key of the PDF. */
    storageKey: text('storage_key').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    pageCount: integer('page_count').notNull(),
    /** Runs of pages with the same size, as in the contract. */
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
