import { isNull, sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { defaultLocale, type Locale } from '#shared/locales.ts'
import { submissionStates, type RecordingChecks, type RecordingFacts } from '#features/submissions/contract.ts'

export const submissionState = pgEnum('submission_state', submissionStates)

/** A submitted track, kept permanently. The file named by `audioKey` was stored before this row was written. */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /**
     * Hash of the random token of the status page in the links that earlier versions mailed; null for later rows, whose
     * links are signed.
     */
    earlierTokenHash: text('earlier_token_hash').unique(),
    /** Hash of the attempt with its fields and bytes, unique; null if the client sent none. */
    attempt: text('attempt').unique(),
    state: submissionState('state').notNull(),
    /** Language of the form, for the emails to the artist. */
    locale: text('locale').$type<Locale>().notNull().default(defaultLocale),
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
    /** Consent as it was given: the exact sentence, the time and the client address. */
    consentText: text('consent_text').notNull(),
    consentedAt: timestamp('consented_at', { withTimezone: true }).notNull(),
    consentAddress: text('consent_address').notNull(),
    /** Original file name; displayed, never used as a path. */
    fileName: text('file_name').notNull(),
    audioKey: text('audio_key').notNull(),
    audioBytes: bigint('audio_bytes', { mode: 'number' }).notNull(),
    audioSha256: text('audio_sha256').notNull(),
    /** Facts read from the frames before the upload was confirmed. */
    facts: jsonb('facts').$type<RecordingFacts>().notNull(),
    /** Results of the checks; null until they are done. */
    checks: jsonb('checks').$type<RecordingChecks>(),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    /** Number of failed check attempts. */
    checkAttempts: integer('check_attempts').notNull().default(0),
    /** Message of the owner to the artist with a decision. */
    reason: text('reason').notNull().default(''),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** Time when the file of a declined or withdrawn track was deleted; the row stays. */
    fileDeletedAt: timestamp('file_deleted_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Lowercase search text: scanning ten thousand rows takes half as long as `ILIKE` on four columns. */
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

/** History of a submission. Rows are only added. */
export const submissionSteps = pgTable(
  'submission_steps',
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
  (table) => [index('submission_steps_of').on(table.submissionId, table.at)],
)
