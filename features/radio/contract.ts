/*
 * Radio: the one station of the site, built in or an AzuraCast of the owner's. Owns: the plan of what plays when (it is
 * the playout log too), the stream, the count of listeners, now playing, the radio bar. Does not own: the recordings
 * (artists offers them, submissions brings accepted tracks), who may sound when in a browser (ui/audio), levels and
 * peaks of a recording (platform/recordings). Now playing has the shape AzuraCast answers with, so that programs made
 * for it work with both; what is ours stands under `clock` and at the end of `song`.
 */
import { z } from 'zod'
import type { Endpoint } from '#shared/contract.ts'

const wholeSchema = z.number().int().min(0)

/** One song as listeners see it; texts may be empty, never null. */
export const songSchema = z.object({
  /** The recording's id, stable for good. */
  id: z.string(),
  /** `Artist - Title`. */
  text: z.string(),
  artist: z.string(),
  title: z.string(),
  album: z.string(),
  genre: z.string(),
  /** Absolute address of a square picture, or empty. */
  art: z.string(),
  /** The artist's page on this site, as a path. */
  artist_url: z.string().nullable(),
  /** Where the levels of the recording are, as a path: 8 bands, 10 times a second; drives the live figure. */
  levels_url: z.string().nullable(),
})

/** A song with its instant: Unix seconds, and its length in seconds; 0 is unknown. */
const playedSchema = z.object({
  /** Position in the plan; one higher with every play, for good. */
  sh_id: wholeSchema,
  played_at: wholeSchema,
  duration: z.number().min(0),
  song: songSchema,
})

/**
 * How many listen, on all processes together. The three numbers are AzuraCast's; we cannot tell people from
 * connections, so ours are equal.
 */
const listenersSchema = z.object({ total: wholeSchema, unique: wholeSchema, current: wholeSchema })

/** What is on the air, as sent to everybody; see `GET /api/radio/now-playing`. */
export const nowPlayingSchema = z.object({
  station: z.object({
    id: wholeSchema,
    name: z.string(),
    shortcode: z.string(),
    /** Absolute address of the stream. */
    listen_url: z.string(),
  }),
  listeners: listenersSchema,
  live: z.object({ is_live: z.boolean(), streamer_name: z.string() }),
  /** Null while nothing is on the air. `elapsed` and `remaining` are whole seconds at `clock.now_ms`. */
  now_playing: playedSchema.extend({ elapsed: wholeSchema, remaining: wholeSchema }).nullable(),
  playing_next: playedSchema.nullable(),
  /** What was on before, the newest first, at most 10. */
  song_history: z.array(playedSchema),
  is_online: z.boolean(),
  /**
   * The station's own time, Unix milliseconds. A stream asked for at T begins with what was on at T − `burst_ms`, so a
   * listener hears the next song once T − `burst_ms` + played time passes `next_starts_at_ms`. With an external station
   * only its seconds are known.
   */
  clock: z.object({
    now_ms: wholeSchema,
    started_at_ms: wholeSchema.nullable(),
    ends_at_ms: wholeSchema.nullable(),
    next_starts_at_ms: wholeSchema.nullable(),
    burst_ms: wholeSchema,
    source: z.enum(['built-in', 'azuracast']),
  }),
})

/** What is on the air, what was and what comes; times in Unix seconds but for `clock`. @see nowPlayingSchema */
export type NowPlaying = z.infer<typeof nowPlayingSchema>
/** A song as the station names it. @see songSchema */
export type Song = z.infer<typeof songSchema>

/** `GET /api/radio/now-playing` */
export const nowPlayingEndpoint = {
  method: 'GET',
  path: '/api/radio/now-playing',
  reply: nowPlayingSchema,
} satisfies Endpoint

/** `GET /api/radio/now-playing/events`: the same object as server-sent events of the name `now-playing`. */
export const nowPlayingEventsEndpoint = { method: 'GET', path: '/api/radio/now-playing/events' } satisfies Endpoint

/** `GET /radio/stream.mp3`: endless MP3; with `Icy-MetaData: 1` titles stand between the sound. */
export const streamEndpoint = { method: 'GET', path: '/radio/stream.mp3' } satisfies Endpoint

/** One piece of sound the station may play. */
export type Recording = {
  /** Stable for good: `track:<artist slug>` for featured tracks. Written into the log. */
  id: string
  title: string
  artist: string
  album: string
  genre: string
  /** Path of the artist's page, or null. */
  artistUrl: string | null
  /** Path or absolute address of a square picture, or empty. */
  art: string
  /** Path of its levels, or null. */
  levelsUrl: string | null
  /** Absolute path of the MP3 file. */
  file: string
  /** As its catalogue says; a file that holds clearly less counts as cut off. */
  durationSeconds: number
}

/** A recording the station had to leave out, for the owner to see; gone from the list once it plays again. */
export type RecordingProblem = {
  recordingId: string
  title: string
  artist: string
  /** One sentence, fit for a person. */
  reason: string
  /** Unix milliseconds. */
  sinceMs: number
}

/**
 * The station as pages, routes and other rooms see it, whichever of the two it is. None of it waits and none of it
 * throws.
 */
export type RadioService = {
  /** Absolute address of the stream the bar plays. */
  listenUrl(): string
  nowPlaying(): NowPlaying
  /**
   * Tells of changes: at once when another song begins or the station goes on or off the air, at most every 5 s for a
   * count of listeners.
   *
   * @returns Ends it.
   */
  subscribe(listener: (now: NowPlaying) => void): () => void
  problems(): RecordingProblem[]
}

/** A play as the one who runs the station sees it. */
export type PlannedPlay = { position: number; title: string; artist: string; startsAtMs: number; endsAtMs: number }

/** A process that serves listeners. `id` is new with every start. */
export type StationProcess = {
  id: string
  listeners: number
  /** Extends the plan for all. */
  isLeader: boolean
  /** The one that answers. */
  isThis: boolean
}

/** What goes on behind the stream. */
export type StationOverview = {
  nowPlaying: NowPlaying
  /** Recordings this process had to leave out. */
  problems: RecordingProblem[]
  /**
   * The plan as the database has it, the oldest first, and who plays it; undefined while the database cannot be asked.
   */
  shared: { plays: PlannedPlay[]; processes: StationProcess[] } | undefined
  /** The external station that takes the built-in one's place; `fault` says why it could not be asked the last time. */
  external: { address: string; name: string; fault: string | undefined } | undefined
}

/** Absent in production, like the page behind it. */
export type StationAdminService = { read(): Promise<StationOverview> }

/** A track that comes to the station while it runs. */
export type StationTrack = {
  /** The recording's id for good, `submission:<id>`. */
  id: string
  title: string
  artist: string
  album: string
  genre: string
  /** Its MP3 in storage. */
  storageKey: string
  /** Counted from its frames. */
  durationSeconds: number
}

/**
 * What a track in the rotation looks like; the same answers as for the artists' own. `id` is a {@link StationTrack.id}.
 */
export const stationTrackPath = (id: string, view: 'waveform' | 'levels') => `/api/radio/tracks/${id}/${view}`

/** How a track is on its way to an external station; see `radio_tracks`. */
export type ExternalTrack = {
  /** `manual`: the station can be listened to but not written to, so the owner has to add the track there. */
  state: 'manual' | 'pending' | 'uploaded' | 'failed'
  /** Why the last try failed, for the owner; empty when none did. */
  fault: string
}

/** Whether a track is in the station's format; until it is, it is not on the air. */
export type TrackSound = {
  state: 'pending' | 'ready' | 'failed'
  /** Why it could not be converted, a sentence for the owner; empty when nothing failed. */
  reason: string
}

/**
 * What became of a track at the station. Counts begin with its first play; at an external station only what was seen on
 * the air is known.
 */
export type TrackOnAir = {
  isInRotation: boolean
  isOnAirNow: boolean
  plays: number
  /** Most listeners counted during one of its plays. */
  peakListeners: number
  /** ISO; the beginning of its newest play. */
  lastPlayedAt: string | null
  /** Undefined with the built-in station. */
  external: ExternalTrack | undefined
  /** Undefined with an external station, which has a format of its own, and for a track that is not in the rotation. */
  sound: TrackSound | undefined
}

/**
 * How a recording was heard in a while: how often it began, and the most listeners counted during one of its plays; 0
 * where nobody counted.
 */
export type Airplay = {
  id: string
  title: string
  artist: string
  plays: number
  peakListeners: number
  lastPlayedAt: Date
}

/** The first time a track sounded. */
export type FirstPlay = { id: string; at: Date }

/**
 * The tracks other rooms bring to the station. `Tx` is a transaction of the caller's: what is done in it counts once it
 * is committed.
 */
export type TrackLibrary<Tx> = {
  /**
   * Takes a track into the rotation; it is played next, as soon as it is in the station's format. One that was there
   * before comes back, with its plays.
   */
  add(tx: Tx, track: StationTrack): Promise<void>
  /** Takes a track off the air: what sounds ends as it would, nothing of it begins again. Unknown ones are fine. */
  remove(tx: Tx, id: string): Promise<void>
  /** Puts back what was removed; it waits for its turn like all others. */
  restore(tx: Tx, id: string): Promise<void>
  /** Corrects the words of a track; unknown ones are fine. */
  rename(tx: Tx, id: string, words: Pick<StationTrack, 'title' | 'artist' | 'album' | 'genre'>): Promise<void>
  /** Call after the commit: this process follows at once, the others within two seconds. Never throws. */
  refresh(): Promise<void>
  /** @returns one entry for every id, also for those the station never heard of. */
  about(ids: readonly string[]): Promise<Map<string, TrackOnAir>>
  /**
   * What was on since a moment, the most played first, the artists' own recordings too. With an external station its log
   * is not ours: nothing.
   */
  airplaySince(since: Date, limit: number): Promise<Airplay[]>
  /**
   * Tells of each track's first play once for good, whichever process notices: the listener works in the transaction
   * that notes it, and what it throws is tried again. One listener; set it before the site starts.
   */
  onFirstPlay(listener: (tx: Tx, play: FirstPlay) => Promise<void>): void
  /**
   * Tries tracks again that an external station refused, or that could not be converted for the built-in one.
   *
   * @throws AppError `not-found` when there is none of this id, `conflict` when it did not fail.
   */
  tryAgain(id: string): Promise<void>
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** Recordings the built-in station plays, as they are now. */
    stationRecordings(): readonly Recording[]
    /** The admin page of a track that was brought to the station; undefined for another feature's. */
    trackAdminPage(trackId: string): string | undefined
  }
}

declare module '#shared/services.ts' {
  interface Services {
    radio: RadioService
    stationAdmin: StationAdminService | undefined
  }
}
