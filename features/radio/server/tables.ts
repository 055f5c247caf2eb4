import { bigint, doublePrecision, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * The plan of the station, and afterwards the log of what was played. Rows are added, and plays that have not begun may
 * be replaced.
 */
export const radioPlays = pgTable(
  'radio_plays',
  {
    /** Increases by one with every play; two processes cannot both write the same position. */
    position: bigint('position', { mode: 'number' }).primaryKey(),
    recordingId: text('recording_id').notNull(),
    /** Title at the time of the play; the log must not change when the recording is removed. */
    title: text('title').notNull(),
    artist: text('artist').notNull(),
    /** Unix milliseconds of the database's clock. */
    startsAtMs: bigint('starts_at_ms', { mode: 'number' }).notNull(),
    frameCount: integer('frame_count').notNull(),
    sampleRate: integer('sample_rate').notNull(),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull().defaultNow(),
    /** Highest listener count during the play on all processes; null if unknown. */
    peakListeners: integer('peak_listeners'),
  },
  (table) => [index('radio_plays_of').on(table.recordingId, table.startsAtMs)],
)

/**
 * Lease of the process that extends the plan, in one row that every heartbeat renews; the table is unlogged, because a
 * crash ends the lease anyway.
 */
export const radioLease = pgTable('radio_lease', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/** Listener count of each process; unlogged like the lease. */
export const radioListeners = pgTable('radio_listeners', {
  process: uuid('process').primaryKey(),
  listeners: integer('listeners').notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
})

/**
 * Recordings that were added to the station later: accepted submissions and the owner's imports. Recordings of the
 * artists are in the catalogue.
 */
export const radioTracks = pgTable(
  'radio_tracks',
  {
    /** The recording's id, `submission:<id>` or `import:<id>`. */
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    artist: text('artist').notNull(),
    album: text('album').notNull().default(''),
    genre: text('genre').notNull().default(''),
    /** Address of a square cover; empty shows the artwork made from the id. */
    art: text('art').notNull().default(''),
    /** Path of the artist's page; empty if there is none. */
    artistPath: text('artist_path').notNull().default(''),
    /** The file in storage. */
    storageKey: text('storage_key').notNull(),
    durationSeconds: doublePrecision('duration_seconds').notNull(),
    /** Time since which no new play of it begins; null while it is in the rotation. Its plays stay in the log. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    /** Time of the last change relevant to the rotation, so that processes read only new rows. */
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    /** State at an external station. `none` with the built-in one. */
    externalState: text('external_state', { enum: ['none', 'pending', 'uploaded', 'failed'] })
      .notNull()
      .default('none'),
    externalMediaId: text('external_media_id'),
    /** Error of the last attempt, for the owner. */
    externalError: text('external_error').notNull().default(''),
    externalAttempts: integer('external_attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
    /**
     * Time of the first play; null until it is recorded, and until then the track plays before all others. Set once.
     */
    firstPlayedAt: timestamp('first_played_at', { withTimezone: true }),
    /** Plays observed at an external station; the built-in station has its log. */
    externalPlays: integer('external_plays').notNull().default(0),
    /** The station's id of the newest of those plays, so that no process counts it again. */
    externalPlayId: bigint('external_play_id', { mode: 'number' }),
    externalPeakListeners: integer('external_peak_listeners').notNull().default(0),
    externalLastPlayedAt: timestamp('external_last_played_at', { withTimezone: true }),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('radio_tracks_due').on(table.externalState, table.nextAttemptAt),
    index('radio_tracks_changed').on(table.changedAt),
  ],
)

/** Converted audio of each recording, in the station's format. */
export const radioSounds = pgTable(
  'radio_sounds',
  {
    /** The recording's id, `track:<slug>`, `submission:<id>` or `import:<id>`. */
    recordingId: text('recording_id').primaryKey(),
    /** Source of the bytes: the storage key of a track, or `sha256:<hash>` of a catalogue file. */
    source: text('source').notNull(),
    /** Title shown to the owner when the conversion fails. */
    title: text('title').notNull(),
    artist: text('artist').notNull(),
    state: text('state', { enum: ['pending', 'ready', 'failed'] })
      .notNull()
      .default('pending'),
    /** Storage key of the converted file; null if there is none yet, or if the original already has the format. */
    soundKey: text('sound_key'),
    durationSeconds: doublePrecision('duration_seconds'),
    loudnessLufs: doublePrecision('loudness_lufs'),
    truePeakDb: doublePrecision('true_peak_db'),
    /** Frames of the original that cannot be decoded; they are silent. */
    brokenFrames: integer('broken_frames').notNull().default(0),
    /** Error of the last attempt, a sentence for the owner; empty if there was none. */
    reason: text('reason').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    /** End of the current attempt's lease, or time of the next attempt; null if it is due immediately. */
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
    /** Time of the last change relevant to the station. */
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('radio_sounds_due').on(table.state, table.nextAttemptAt),
    index('radio_sounds_changed').on(table.changedAt),
  ],
)
