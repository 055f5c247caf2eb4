import { isNull, sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { submissionStates, type RecordingChecks, type RecordingFacts } from '#features/submissions/contract.ts'

export const submissionState = pgEnum('submission_state', submissionStates)

/** One track somebody sent, for good. The file is named by `audioKey` and was safe before this row was written. */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Opens the artist's status page; unguessable. */
    token: text('token').notNull().unique(),
    /**
     * Fingerprint of the attempt it was sent by, with its words and bytes; null where the sender named none. A second
     * row never has it.
     */
    attempt: text('attempt').unique(),
    state: submissionState('state').notNull(),
    artistName: text('artist_name').notNull(),
    artistEmail: text('artist_email').notNull(),
    songTitle: text('song_title').notNull(),
    albumName: text('album_name').notNull().default(''),
    genre: text('genre').notNull(),
    description: text('description').notNull().default(''),
    artistWebsite: text('artist_website').notNull().default(''),
    artistSocial: text('artist_social').notNull().default(''),
    isrc: text('isrc').notNull().default(''),
    labelName: text('label_name').notNull().default(''),
    producerName: text('producer_name').notNull().default(''),
    publishingOrg: text('publishing_org').notNull().default(''),
    /** The sentence that was agreed to, as it stood then, when, and from which address. */
    consentText: text('consent_text').notNull(),
    consentedAt: timestamp('consented_at', { withTimezone: true }).notNull(),
    consentAddress: text('consent_address').notNull(),
    /** As the visitor's disk calls it; shown, never used as a path. */
    fileName: text('file_name').notNull(),
    audioKey: text('audio_key').notNull(),
    audioBytes: bigint('audio_bytes', { mode: 'number' }).notNull(),
    audioSha256: text('audio_sha256').notNull(),
    /** What was read from the frames before the upload was answered. */
    facts: jsonb('facts').$type<RecordingFacts>().notNull(),
    /** What listening to all of it told; null until that is done. */
    checks: jsonb('checks').$type<RecordingChecks>(),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    /** How often it was listened to in vain. */
    checkAttempts: integer('check_attempts').notNull().default(0),
    /** The owner's words to the artist, with a decision. */
    reason: text('reason').notNull().default(''),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** When the file of a declined or withdrawn track was deleted for good; the row stays. */
    fileDeletedAt: timestamp('file_deleted_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /**
     * What the admin searches, in small emails: looking through ten thousand rows takes half of what `ILIKE` on four
     * columns takes.
     */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(song_title || E'\n' || artist_name || E'\n' || artist_email || E'\n' || album_name)`,
      ),
  },
  (table) => [
    index('submissions_by_state').on(table.state, table.createdAt),
    index('submissions_by_date').on(table.createdAt),
    index('submissions_unchecked').on(table.createdAt).where(isNull(table.checks)),
    index('submissions_by_hash').on(table.audioSha256),
    index('submissions_by_email').on(table.artistEmail),
  ],
)

/** Every step a submission took. Rows are only ever added. */
export const submissionSteps = pgTable(
  'submission_moves',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    submissionId: uuid('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'restrict' }),
    /** `received`, `checked`, `accepted`, `declined`, `undone`, `withdrawn`, `corrected`, `first-played` … */
    step: text('step').notNull(),
    actor: text('actor', { enum: ['artist', 'owner', 'site'] }).notNull(),
    detail: text('detail').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('submission_moves_of').on(table.submissionId, table.at)],
)
