import { sql } from 'drizzle-orm'
import { bigint, doublePrecision, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Recordings imported by the owner. A row is committed after its file is stored, so an import can be continued at any
 * time.
 */
export const importedTracks = pgTable(
  'imported_tracks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the file in hex; the same file is imported once. */
    sha256: text('sha256').notNull().unique(),
    /** Original file name; displayed, never used as a path. */
    fileName: text('file_name').notNull(),
    /** The file in storage. */
    storageKey: text('storage_key').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    durationSeconds: doublePrecision('duration_seconds').notNull(),
    bitrateKbps: integer('bitrate_kbps').notNull(),
    title: text('title').notNull(),
    artist: text('artist').notNull(),
    album: text('album').notNull().default(''),
    genre: text('genre').notNull().default(''),
    year: integer('year'),
    bpm: integer('bpm'),
    /** Address of the cover; empty without one. */
    cover: text('cover').notNull().default(''),
    /** Problems of file and tags, in sentences for the owner. */
    notes: jsonb('notes')
      .$type<string[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** `later` while it is undecided. */
    use: text('use', { enum: ['later', 'station', 'list', 'page'] })
      .notNull()
      .default('later'),
    addedAt: timestamp('added_at', { withTimezone: true }),
    actor: text('actor').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('imported_tracks_by_use').on(table.use, table.fileName, table.id)],
)
