/*
 * Submissions: how anyone's track gets on air. Owns: the form behind 'Submit Music', the upload and its checks, the
 * artist's status page, the owner's queue, the decision and the emails about it. Does not own: when tracks play (radio;
 * an accepted track is passed to it), the owner's sign-in (owner).
 */
import { z } from 'zod'
import { visitorEmailSchema } from '#shared/email-address.ts'
import { textSchema } from '#shared/contract.ts'
import { locales } from '#shared/locales.ts'
import { completeWebAddress } from '#shared/web-address.ts'
import { genres } from './constants.ts'
import { problems } from './problems.ts'
import { formatCount } from '#shared/count-of.ts'

export { problems, trackLimits } from './problems.ts'
export {
  consentText,
  genreNames,
  genres,
  retentionDays,
  maxAudioBytes,
  statusPath,
  submissionAudioPath,
  submissionSpectrogramPath,
  submissionWaveformPath,
  submitPath,
} from './constants.ts'

/**
 * All states of a submission. `received`: stored but not checked. `in_review`: checked and waiting for the owner.
 * `accepted`: sent to the station, which reports rotation and airplay.
 */
export const submissionStates = ['received', 'in_review', 'accepted', 'declined', 'withdrawn'] as const

/** State of a submission. */
export type SubmissionState = (typeof submissionStates)[number]

/** Facts read from the frames of the file, never from its tags. */
export type RecordingFacts = {
  durationSeconds: number
  frameCount: number
  sampleRate: number
  channels: 1 | 2
  /** Average over all frames, in kbit/s. */
  bitrateKbps: number
  isVariableBitrate: boolean
  /** Number of frames announced by the encoder, if it differs from the actual number. */
  wronglyAnnounced?: number | undefined
}

/**
 * Finding about a recording; none of them blocks a decision. `text` is English. Visitors read the text of `code` with
 * its values, which are missing in findings stored before other languages existed.
 */
export type CheckNote = {
  code: string
  severity: 'info' | 'warning' | 'problem'
  text: string
  values?: Readonly<Record<string, number>> | undefined
}

/** Results of analyzing a whole recording. Levels in dBFS. */
export type RecordingChecks = {
  /** Integrated loudness after EBU R 128, in LUFS; null for silence. */
  loudnessLufs: number | null
  truePeakDb: number | null
  /** Samples at full scale, in runs of three or more. */
  clippedSamples: number
  /** Seconds of silence (under −60 dB) at the beginning, at the end, and the longest between. */
  silence: { leadSeconds: number; tailSeconds: number; longestSeconds: number }
  /** Number of frames with decoding errors. */
  brokenFrames: number
  /** Waveform of the recording: 240 whole numbers 0–100. */
  peaks: number[]
  /** Storage key of the spectrogram; null if it could not be drawn. */
  spectrogramKey: string | null
  /** Other submissions with the same bytes, oldest first. */
  sameAs: string[]
  notes: CheckNote[]
}

const optionalText = (max: number) =>
  z
    .string()
    .max(max, `must be ${formatCount(max)} characters or fewer`)
    .transform((value) => value.trim())
    .default('')

/** A web address with or without `https://`; http or https, or empty. */
const optionalWebAddress = z
  .string()
  .max(300)
  .transform(completeWebAddress)
  .pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'submissions.problems.website' })]))
  .default('')

/** Schema of the track details; the artist can edit them until the decision. */
export const submissionTextsSchema = z.object({
  artist_name: textSchema.max(120),
  song_title: textSchema.max(160),
  album_name: optionalText(160),
  genre: z.enum(genres).default('hip_hop'),
  description: optionalText(2000),
  artist_website: optionalWebAddress,
  artist_social: optionalText(300),
  isrc: z
    .string()
    .max(20)
    .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.union([z.literal(''), z.string().regex(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/, 'submissions.errors.isrc')]))
    .default(''),
  label_name: optionalText(160),
  producer_name: optionalText(160),
  publishing_org: optionalText(160),
})

/** The fields of `POST /api/maestro/submit` beside `audio_file`. */
export const submissionFieldsSchema = submissionTextsSchema.extend({
  artist_email: visitorEmailSchema,
  /**
   * Idempotency key of one press of the button: requests with the same key, fields and bytes are one submission.
   * Optional for other clients.
   */
  attempt: z.union([z.literal(''), z.string().regex(/^[\w-]{16,64}$/)]).default(''),
  /** Consent checkbox; a submission without it is rejected with the specified sentence. */
  owns_track: z.literal('true', { error: problems['no-consent'] }),
  /** Language of the form, and so of the consent; by default that of the page that sends the request. */
  locale: z.enum(locales).optional(),
})

/** Validated track details. */
export type SubmissionTexts = z.infer<typeof submissionTextsSchema>

/** One step of a submission as its artist sees it; `at` is an ISO timestamp. */
export type SubmissionStep = { step: string; detail: string; at: string }

/** Airplay of a track; see the radio feature. */
export type TrackOnAir = {
  isInRotation: boolean
  isOnAirNow: boolean
  plays: number
  peakListeners: number
  lastPlayedAt: string | null
}

/** Upload state of an accepted track at an external station; `manual`: only the owner can add it there. */
export type ExternalUpload = { state: 'manual' | 'pending' | 'uploaded' | 'failed'; fault: string }

/** Conversion state of an accepted track; `reason` is the error. */
export type TrackSound = { state: 'pending' | 'ready' | 'failed'; reason: string }

/** A submission as its artist sees it. */
export type SubmissionStatus = {
  state: SubmissionState
  texts: SubmissionTexts
  /** Masked address, such as `f•••@example.com`. */
  maskedEmail: string
  receivedAt: string
  facts: RecordingFacts
  checks: Pick<RecordingChecks, 'peaks' | 'notes' | 'loudnessLufs'> | undefined
  reason: string
  onAir: TrackOnAir
  steps: SubmissionStep[]
  mayCorrect: boolean
  mayWithdraw: boolean
}

/** Use cases of the artist's private page. */
export type SubmissionsService = {
  /** @returns undefined for an unknown link. */
  status(token: string): Promise<SubmissionStatus | undefined>
  /** Updates the track details. @throws AppError `not-found`, `conflict` once it is decided, `invalid-input`. */
  correct(token: string, texts: unknown): Promise<void>
  /** Withdraws the track permanently, also from the rotation. @throws AppError `not-found`, `conflict`. */
  withdraw(token: string): Promise<void>
}

/** A row of the owner's queue. */
export type SubmissionRow = {
  id: string
  state: SubmissionState
  artistName: string
  songTitle: string
  genre: string
  durationSeconds: number
  receivedAt: string
  /** Number of findings by severity; undefined while unchecked. */
  notes: { warning: number; problem: number } | undefined
}

/** Details that the owner needs to decide. */
export type SubmissionView = SubmissionRow & {
  texts: SubmissionTexts
  artistEmail: string
  fileName: string
  audioBytes: number
  audioSha256: string
  facts: RecordingFacts
  checks: RecordingChecks | undefined
  consent: { text: string; at: string; address: string }
  reason: string
  /** Time when its file was deleted, some days after it was declined or withdrawn. */
  fileDeletedAt: string | undefined
  onAir: TrackOnAir
  /** Upload state; undefined with the built-in station and for tracks that are not accepted. */
  externalUpload: ExternalUpload | undefined
  /** Conversion state; undefined with an external station and for a track that is not in the rotation. */
  sound: TrackSound | undefined
  steps: (SubmissionStep & { actor: string })[]
  /** Path of its status page. */
  statusPath: string
}

/** An accepted track, with its public details only. */
export type AcceptedTrack = { id: string; artistName: string; songTitle: string; genre: string; acceptedAt: Date }

/** Use cases of the owner's review of submissions. */
export type SubmissionAdminService = {
  /**
   * Lists submissions, newest first, but those in review oldest first. `search` matches names, titles and addresses. A
   * page number that is too high returns the last page.
   */
  list(query: { state?: SubmissionState; search?: string; page: number }): Promise<{
    rows: SubmissionRow[]
    total: number
    page: number
    pageCount: number
    counts: Record<SubmissionState, number>
  }>
  /** Lists tracks that were accepted since a time and still are, newest first. */
  acceptedSince(since: Date, limit: number): Promise<AcceptedTrack[]>
  /** @throws AppError `unavailable`, as every method does. */
  find(id: string): Promise<SubmissionView | undefined>
  /** Returns the previous and next submission in review by age, and the number in review. */
  neighbours(id: string): Promise<{ previous: string | undefined; next: string | undefined; waiting: number }>
  /**
   * Adds the track to the station and emails the artist, in one transaction.
   *
   * @throws AppError `conflict`, `not-found`.
   */
  accept(id: string): Promise<void>
  /** @param reason Sent to the artist. @throws AppError `conflict`, `invalid-input` without a reason. */
  decline(id: string, reason: string): Promise<void>
  /**
   * Undoes the last decision: removes the track from the rotation and returns it to review, or to the checks if they
   * have not run. An unsent email is canceled; a sent one is followed by another.
   *
   * @throws AppError `conflict`, also after the file was deleted, `not-found`.
   */
  undo(id: string): Promise<void>
  /** Sends a track again that an external station rejected. @throws AppError `conflict`, `not-found`. */
  sendAgain(id: string): Promise<void>
}

declare module '#shared/services.ts' {
  interface Services {
    submissions: SubmissionsService
    submissionAdmin: SubmissionAdminService
  }
}
