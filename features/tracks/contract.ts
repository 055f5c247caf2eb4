/*
 * Tracks: recordings that the owner imports, many at a time. Owns: the uploads with their tags and covers until their
 * destination is decided, and the recordings that only the station plays. Does not own: which file is a playable
 * recording (platform/recordings), artists and their tracks (artists), when tracks play (radio), tracks by visitors
 * (submissions).
 */
/** Path of the import in the admin. */
export const tracksPath = '/admin/tracks'

/**
 * `POST`, multipart: any number of fields `file`, each an MP3. The reply lists the result for each; a request with a
 * single file that is rejected fails with its reason.
 */
export const trackUploadPath = '/api/owner/tracks'

/** `GET ?sha256=…`: whether the site already has a file, so that it need not be sent. */
export const knownTrackPath = '/api/owner/tracks/known'

/** `GET`: the recording, for listening. */
export const trackAudioPath = (id: string) => `/api/owner/tracks/${id}/audio`

/** Maximum number of files in one form without JavaScript. */
export const maxFilesPerForm = 25

/**
 * Destination of a track. `later`: undecided. `station`: in the rotation of the station. `list`: at the end of its
 * artist's tracks. `page`: the featured track of its artist, which the built-in station plays too.
 */
export const trackUses = ['later', 'station', 'list', 'page'] as const

/** Destination of a track. */
export type TrackUse = (typeof trackUses)[number]

/** A recording that the site already has: its title, its place such as `artist submission`, and its admin page. */
export type KnownTrack = { title: string; place: string; href: string }

/** Place of a recording that was imported before. */
export const importedTrackPlace = 'imported track'

/** Result for a file: `known` is a file that the site already has, with its place and the page that shows it. */
export type UploadedFile = { name: string } & (
  | { result: 'imported'; title: string; notes: string[] }
  | ({ result: 'known' } & KnownTrack)
  | { result: 'refused'; message: string }
)

/** Reply of {@link trackUploadPath}. */
export type TrackUploadReply = { success: true; files: UploadedFile[] }

/** Reply of {@link knownTrackPath}. */
export type KnownTrackReply = { success: true; known: KnownTrack | undefined }

/** Details of a track that the owner can correct. */
export type TrackDetails = { title: string; artist: string; album: string }

/** An imported track in the owner's view. */
export type ImportedTrack = TrackDetails & {
  id: string
  fileName: string
  durationSeconds: number
  bitrateKbps: number
  year: number | undefined
  bpm: number | undefined
  /** Address of the cover; empty without one. */
  cover: string
  /** Problems of the file that do not prevent its use. */
  notes: string[]
  /** Destination. */
  use: TrackUse
  /** Name of an artist who was removed from the site and has the name of the artist; undefined for any other name. */
  removedArtist: string | undefined
  /** Name and entry of an artist with the name of the artist who was never published; undefined for any other name. */
  draftArtist: { slug: string; name: string } | undefined
  /** Name and page of the artist on the roster; undefined for a new name. */
  rosterArtist: { slug: string; name: string; featuredTitle: string | undefined } | undefined
  importedAt: string
}

/** An added track and its state at the station. */
export type AddedTrack = ImportedTrack & {
  /** State at the station: conversion, rotation, plays; undefined for a track on an artist's page. */
  station: { state: 'waiting' | 'in-rotation' | 'failed' | 'manual'; reason: string; plays: number } | undefined
}

/** Returns why a track cannot be added to an artist who was removed from the site, and what to do. */
export const removedArtistReason = (name: string) =>
  `${name} was removed from the site. Restore the artist in Content before you add this track to the artist.`

/** The change the owner wants for one track. */
export type TrackChange = { id: string; details: TrackDetails; use: TrackUse }

/** Outcome of adding tracks; `problems` has one sentence for each track that stays in the list, by its id. */
export type AddOutcome = { added: number; drafts: { slug: string; name: string }[]; problems: Record<string, string> }

/** Use cases of the import. All throw AppError `unavailable` without the database. */
export type TrackImportService = {
  /** Maximum bytes of a file. */
  readonly maxBytes: number
  /**
   * Lists tracks that wait for a decision, in the order of their file names. A page number that is too high returns the
   * last page.
   */
  waiting(page: number): Promise<{ tracks: ImportedTrack[]; total: number; page: number; pageCount: number }>
  /** Lists up to 50 tracks that were added, newest first. */
  added(): Promise<AddedTrack[]>
  /** Saves corrections. Returns the errors by id. */
  save(changes: readonly TrackChange[]): Promise<Record<string, string>>
  /** Saves corrections and adds the tracks that have a destination, each separately; the others stay in the list. */
  add(changes: readonly TrackChange[], actor: string): Promise<AddOutcome>
  /**
   * Deletes an import that is not on the station; the page of an artist has its own copy.
   *
   * @returns Its title, and whether an artist’s page has its own copy.
   * @throws AppError `not-found`, `conflict`.
   */
  discard(id: string, actor: string): Promise<{ title: string; isOnPage: boolean }>
  /** Removes a track from the station and returns it to the list. @throws AppError `not-found`, `conflict`. */
  removeFromStation(id: string, actor: string): Promise<string>
}

declare module '#shared/services.ts' {
  interface Services {
    trackImport: TrackImportService
  }
}
