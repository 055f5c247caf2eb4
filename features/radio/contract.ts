/*
 * Radio: the single station of the site, built in or the owner's AzuraCast. Owns: the plan of plays, which is also the
 * playout log; the stream; the listener count; now playing; the radio bar. Does not own: the recordings (artists offers
 * them, submissions adds accepted tracks), which audio may play in a browser (ui/audio), levels and peaks of a
 * recording (platform/recordings). Now playing has the format of AzuraCast's response, so that programs written for it
 * work with both; our own fields are in `clock` and at the end of `song`.
 */
import { z } from 'zod'
import type { Endpoint } from '#shared/contract.ts'

const wholeSchema = z.number().int().min(0)

/** One song as listeners see it; texts may be empty, never null. */
export const songSchema = z.object({
  /** Id of the recording; never changes. */
  id: z.string(),
  /** `Artist - Title`. */
  text: z.string(),
  artist: z.string(),
  title: z.string(),
  album: z.string(),
  genre: z.string(),
  /** Absolute address of a square image, or empty. */
  art: z.string(),
  /** The artist's page on this site, as a path. */
  artist_url: z.string().nullable(),
  /** Path of the recording's levels (8 bands, 10 times a second), which drive the animated artwork. */
  levels_url: z.string().nullable(),
})

/** A song with its start in Unix seconds and its length in seconds; a length of 0 is unknown. */
const playedSchema = z.object({
  /** Position in the plan; increases by one with every play and is never reused. */
  sh_id: wholeSchema,
  played_at: wholeSchema,
  duration: z.number().min(0),
  song: songSchema,
})

/**
 * Number of listeners on all processes. The three numbers follow AzuraCast; they are equal, because people cannot be
 * distinguished from connections here.
 */
const listenersSchema = z.object({ total: wholeSchema, unique: wholeSchema, current: wholeSchema })

/** Now-playing information as sent to every client; see `GET /api/radio/now-playing`. */
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
  /** Null while off air. `elapsed` and `remaining` are whole seconds at `clock.now_ms`. */
  now_playing: playedSchema.extend({ elapsed: wholeSchema, remaining: wholeSchema }).nullable(),
  playing_next: playedSchema.nullable(),
  /** Previous plays, newest first, at most 10. */
  song_history: z.array(playedSchema),
  is_online: z.boolean(),
  /**
   * The station's own time, Unix milliseconds. A stream requested at time T begins with what was on air at T −
   * `burst_ms`, so a listener hears the next song once T − `burst_ms` + played time passes `next_starts_at_ms`. An
   * external station reports this to the second only.
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

/** Current, previous and next play; times in Unix seconds except in `clock`. @see nowPlayingSchema */
export type NowPlaying = z.infer<typeof nowPlayingSchema>
/** A song in the station's metadata. @see nowPlayingSchema */
export type Song = z.infer<typeof songSchema>

/** `GET /api/radio/now-playing` */
export const nowPlayingEndpoint = {
  method: 'GET',
  path: '/api/radio/now-playing',
  reply: nowPlayingSchema,
} satisfies Endpoint

/** `GET /api/radio/now-playing/events`: the same object as server-sent events named `now-playing`. */
export const nowPlayingEventsEndpoint = { method: 'GET', path: '/api/radio/now-playing/events' } satisfies Endpoint

/** `GET /radio/stream.mp3`: endless MP3; with `Icy-MetaData: 1` titles are inserted into the audio. */
export const streamEndpoint = { method: 'GET', path: '/radio/stream.mp3' } satisfies Endpoint

/** Path of the station's page; directories expect {@link stationInfoPath} below it. */
export const stationPagePath = '/radio'

/** Paths of the station as a playlist, for players outside of browsers. */
export const stationPlaylists = { m3u: '/radio.m3u', pls: '/radio.pls' } as const

/** Path of the station's metadata for directories. @see https://www.stream-meta.info/version_2_files.html */
export const stationInfoPath = '/radio/streaminfo.json'

/** A recording that the station may play. */
export type Recording = {
  /** Id that never changes, and is written to the log: `track:<artist slug>` for featured tracks. */
  id: string
  title: string
  artist: string
  album: string
  genre: string
  /** Path of the artist's page, or null. */
  artistUrl: string | null
  /** Path or absolute address of a square image, or empty. */
  art: string
  /** Path of the recording's levels, or null. */
  levelsUrl: string | null
  /** The MP3 file: its absolute path in the content folder, or its storage key, under which it never changes. */
  file: string
  /** Length stated in the catalogue; a file that is clearly shorter counts as truncated. */
  durationSeconds: number
}

/** A recording that the station had to skip, for the owner; removed from the list once it plays again. */
export type RecordingProblem = {
  recordingId: string
  title: string
  artist: string
  /** One sentence for the owner. */
  reason: string
  /** Unix milliseconds. */
  sinceMs: number
}

/**
 * The station as pages, routes and other features use it, built-in or external. All methods are synchronous and never
 * throw.
 */
export type RadioService = {
  /** Absolute address of the stream the bar plays. */
  listenUrl(): string
  nowPlaying(): NowPlaying
  /**
   * Subscribes to changes: a new song or going on or off air is published at once, a listener count at most every 5 s.
   *
   * @returns A function that unsubscribes.
   */
  subscribe(listener: (now: NowPlaying) => void): () => void
  problems(): RecordingProblem[]
}

/** A planned play as shown on the station page. */
export type PlannedPlay = { position: number; title: string; artist: string; startsAtMs: number; endsAtMs: number }

/** A process that serves listeners. `id` is new with every start. */
export type StationProcess = {
  id: string
  listeners: number
  /** True if this process extends the plan for all processes. */
  isLeader: boolean
  /** True for the process that responds. */
  isThis: boolean
}

/** State of the station for the development page. */
export type StationOverview = {
  nowPlaying: NowPlaying
  /** Recordings this process skipped. */
  problems: RecordingProblem[]
  /**
   * Plan from the database, oldest first, and the processes that play it; undefined while the database is unavailable.
   */
  shared: { plays: PlannedPlay[]; processes: StationProcess[] } | undefined
  /** External station in place of the built-in one; `fault` is the last request's error. */
  external: { address: string; name: string; fault: string | undefined } | undefined
}

/** Service of the development page; absent in production. */
export type StationAdminService = { read(): Promise<StationOverview> }

/** A track added to the station while it runs. */
export type StationTrack = {
  /** Id of the recording, which never changes: `submission:<id>` or `import:<id>`. */
  id: string
  title: string
  artist: string
  album: string
  genre: string
  /** Address of a square cover; empty or absent shows the artwork made from the id. */
  art?: string
  /** Path of the artist's page; empty or absent if there is none. */
  artistPath?: string
  /** Storage key of its MP3. */
  storageKey: string
  /** Length computed from the frames. */
  durationSeconds: number
}

/** Path of a track's waveform or levels. `id` is a {@link StationTrack.id}. */
export const stationTrackPath = (id: string, view: 'waveform' | 'levels') => `/api/radio/tracks/${id}/${view}`

/** Upload state of a track at an external station; see `radio_tracks`. */
export type ExternalTrack = {
  /** `manual`: the station is read-only from here, so the owner has to add the track there. */
  state: 'manual' | 'pending' | 'uploaded' | 'failed'
  /** Error of the last attempt, for the owner; empty if there was none. */
  fault: string
}

/** Conversion state of a track; it is not on air until it is in the station's format. */
export type TrackSound = {
  state: 'pending' | 'ready' | 'failed'
  /** Reason the conversion failed, a sentence for the owner; empty if it did not fail. */
  reason: string
}

/** Airplay of a track. Counts begin with its first play; for an external station only observed plays are known. */
export type TrackOnAir = {
  isInRotation: boolean
  isOnAirNow: boolean
  plays: number
  /** Highest listener count during one of its plays. */
  peakListeners: number
  /** ISO; the beginning of its newest play. */
  lastPlayedAt: string | null
  /** Upload state; undefined with the built-in station. */
  external: ExternalTrack | undefined
  /** Conversion state; undefined with an external station and for a track that is not in the rotation. */
  sound: TrackSound | undefined
}

/**
 * Airplay of a recording in a period: number of plays, times of the first and the last one, and the highest listener
 * count during one of them, 0 if unknown.
 */
export type Airplay = {
  id: string
  title: string
  artist: string
  plays: number
  peakListeners: number
  firstPlayedAt: Date
  lastPlayedAt: Date
}

/** First play of a track. */
export type FirstPlay = { id: string; at: Date }

/**
 * Tracks that other features add to the station. `Tx` is the caller's transaction: changes take effect when it commits.
 */
export type TrackLibrary<Tx> = {
  /**
   * Adds a track to the rotation; it is played next once it is in the station's format. A track that was removed before
   * keeps its plays.
   */
  add(tx: Tx, track: StationTrack): Promise<void>
  /** Removes a track from the rotation; a play that has begun continues to its end. Unknown ids are ignored. */
  remove(tx: Tx, id: string): Promise<void>
  /** Restores a removed track without playing it next. */
  restore(tx: Tx, id: string): Promise<void>
  /** Updates the metadata of a track; unknown ids are ignored. */
  rename(tx: Tx, id: string, words: Pick<StationTrack, 'title' | 'artist' | 'album' | 'genre'>): Promise<void>
  /** Applies committed changes in this process at once; other processes follow within two seconds. Never throws. */
  refresh(): Promise<void>
  /** Lists the storage keys of tracks in the rotation, and of those removed within a day, which may still be heard. */
  listFiles(): Promise<string[]>
  /** Returns the number of recordings in the rotation, including those of the catalogue. */
  count(): number
  /** Returns why the station may be silent. */
  reasonOfSilence(): SilenceReason
  /** @returns one entry for every id, including unknown ones. */
  about(ids: readonly string[]): Promise<Map<string, TrackOnAir>>
  /** Lists plays since a time, most played first, catalogue recordings included. Empty with an external station. */
  airplaySince(since: Date, limit: number): Promise<Airplay[]>
  /**
   * Registers the listener for first plays. It is called once per track, in the transaction that records the play, and
   * retried when it throws. Set it before the site starts.
   */
  onFirstPlay(listener: (tx: Tx, play: FirstPlay) => Promise<void>): void
  /**
   * Retries a failed upload to an external station or a failed conversion for the built-in one.
   *
   * @throws AppError `not-found` for an unknown id, `conflict` when it did not fail.
   */
  tryAgain(id: string): Promise<void>
}

/**
 * Reason why the station may be silent: it has no recording, its recordings are being converted, or it has had one for
 * less than a minute. `unknown`: it has recordings and should play.
 */
export type SilenceReason = 'no-recording' | 'converting' | 'starting' | 'unknown'

/** Players that other sites may embed in a frame. */
export type SitePlayers = {
  /** Path of the player of the station. */
  stationPath: string
  /** Returns the path of the player of one of an artist's tracks; without a key, of the featured one. */
  trackPath(artistSlug: string, key?: string): string
  /** Returns the HTML for the frame of a player. @param frame `src` is absolute; `title` is the accessible name. */
  code(frame: { src: string; title: string }): string
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** Players for other sites, from the feature that serves them. */
    sitePlayers: SitePlayers
    /** Returns the current recordings of the built-in station. */
    stationRecordings(): readonly Recording[]
    /**
     * Finds a recording of the site with the same bytes, its place such as `artist submission`, and its admin page.
     * `sha256` is in hex.
     */
    findSameRecording(sha256: string): Promise<{ title: string; place: string; href: string } | undefined>
    /** Returns the admin page of a track that was added to the station; undefined for a track of another feature. */
    trackAdminPage(trackId: string): string | undefined
  }
}

declare module '#shared/services.ts' {
  interface Services {
    radio: RadioService
    stationAdmin: StationAdminService | undefined
    /** Returns the players for other sites; undefined when no feature serves them. */
    sitePlayers(): SitePlayers | undefined
  }
}
