/*
 * Submissions: the way onto the air for anybody who made a track. Owns: the form behind 'Submit Music', the upload and
 * its checks, the artist's status page, the owner's queue, the decision and the mails about it. Does not own: what
 * plays when (radio; an accepted track is handed to it), who the owner is (owner).
 */
import { z } from 'zod'
import { emailAddressSchema } from '#shared/email-address.ts'
import { textSchema } from '#shared/contract.ts'
import { completeWebAddress } from '#shared/web-address.ts'
import { websiteAdvice } from './problems.ts'
import { genres } from './constants.ts'

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
 * Everything a submission can be. `received`: safe, not listened to yet. `in_review`: checked, waits for the owner.
 * `accepted`: with the station. What is in rotation or on the air is the station's to tell, not a state of its own.
 */
export const submissionStates = ['received', 'in_review', 'accepted', 'declined', 'withdrawn'] as const

/** One of them. */
export type SubmissionState = (typeof submissionStates)[number]

/** Read from the frames of the file, never from what it claims. */
export type RecordingFacts = {
  durationSeconds: number
  frameCount: number
  sampleRate: number
  channels: 1 | 2
  /** Mean over all frames, in kbit/s. */
  bitrateKbps: number
  isVariableBitrate: boolean
  /** How many frames the encoder announced, where other than that many are there. */
  wronglyAnnounced?: number | undefined
}

/** Something a person should know of a recording; `warning` does not stop anybody. */
export type CheckNote = { code: string; severity: 'info' | 'warning' | 'problem'; text: string }

/** What listening to all of a recording told. Levels in decibels of full scale. */
export type RecordingChecks = {
  /** Integrated loudness after EBU R 128, in LUFS; null for silence. */
  loudnessLufs: number | null
  truePeakDb: number | null
  /** Samples at full scale, in runs of three or more. */
  clippedSamples: number
  /** Seconds of silence (under −60 dB) at the beginning, at the end, and the longest between. */
  silence: { leadSeconds: number; tailSeconds: number; longestSeconds: number }
  /** Frames the decoder stumbled over. */
  brokenFrames: number
  /** Outline of the recording: 240 whole numbers 0–100. */
  peaks: number[]
  /** Where its spectrogram picture lies in storage; null when it could not be drawn. */
  spectrogramKey: string | null
  /** Other submissions with the same bytes, the oldest first. */
  sameAs: string[]
  notes: CheckNote[]
}

const optionalText = (max: number) =>
  z
    .string()
    .max(max, `must be ${max} characters or fewer`)
    .transform((value) => value.trim())
    .default('')

/** A web address somebody typed, with or without its `https://`; http or https, or nothing. */
const optionalWebAddress = z
  .string()
  .max(300)
  .transform(completeWebAddress)
  .pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/, error: websiteAdvice })]))
  .default('')

/** The words of a submission; the artist may correct them until it is decided. */
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
    .pipe(
      z.union([
        z.literal(''),
        z.string().regex(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/, 'An ISRC has 12 characters, like USRC17607839.'),
      ]),
    )
    .default(''),
  label_name: optionalText(160),
  producer_name: optionalText(160),
  publishing_org: optionalText(160),
})

/** The fields of `POST /api/maestro/submit` beside `audio_file`. */
export const submissionFieldsSchema = submissionTextsSchema.extend({
  artist_email: emailAddressSchema,
  /**
   * Names one press of the button however often it is sent: the same words and bytes with it are one submission. Other
   * clients leave it out.
   */
  attempt: z.union([z.literal(''), z.string().regex(/^[\w-]{16,64}$/)]).default(''),
  /** The box was ticked; a submission without it is refused with the specified sentence. */
  owns_track: z.literal('true', { error: 'You must confirm that you own this track and have permission to upload it' }),
})

/** The words of a submission after checking. */
export type SubmissionTexts = z.infer<typeof submissionTextsSchema>

/** Answer of `POST /api/maestro/submit`. `status_url` is the artist's private page, also mailed. */
export const submitReplySchema = z.object({ success: z.literal(true), message: z.string(), status_url: z.string() })

/** One step of a submission as its artist sees it; `at` is an ISO moment. */
export type SubmissionStep = { step: string; detail: string; at: string }

/** What the station knows of a track; see the radio room. */
export type TrackOnAir = {
  isInRotation: boolean
  isOnAirNow: boolean
  plays: number
  peakListeners: number
  lastPlayedAt: string | null
}

/** How an accepted track is on its way to an external station; `manual`: only the owner can add it there. */
export type ExternalUpload = { state: 'manual' | 'pending' | 'uploaded' | 'failed'; fault: string }

/** Whether an accepted track is in the station's format; `reason` says why it could not be converted. */
export type TrackSound = { state: 'pending' | 'ready' | 'failed'; reason: string }

/** A submission as its artist sees it. */
export type SubmissionStatus = {
  state: SubmissionState
  texts: SubmissionTexts
  /** `f•••@example.com` */
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

/** What the artist can do with the private link. */
export type SubmissionsService = {
  /** @returns undefined for an unknown link. */
  status(token: string): Promise<SubmissionStatus | undefined>
  /** @throws AppError `not-found`, `conflict` once it is decided, `invalid-input`. */
  correct(token: string, texts: unknown): Promise<void>
  /** Takes it back for good, off the air too. @throws AppError `not-found`, `conflict`. */
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
  /** How many notes of each severity its checks have; undefined while unchecked. */
  notes: { warning: number; problem: number } | undefined
}

/** All the owner needs to decide. */
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
  /**
   * When its file was deleted, some days after it was declined or withdrawn; there is nothing to listen to any more.
   */
  fileDeletedAt: string | undefined
  onAir: TrackOnAir
  /** Undefined with the built-in station, and while the track is not accepted. */
  externalUpload: ExternalUpload | undefined
  /**
   * Whether it is in the station's format yet; undefined with an external station, and while the track is not in the
   * rotation.
   */
  sound: TrackSound | undefined
  steps: (SubmissionStep & { actor: string })[]
  /** Path of its status page. */
  statusPath: string
}

/** A track that was accepted, with as much of it as anybody may know. */
export type AcceptedTrack = { id: string; artistName: string; songTitle: string; genre: string; acceptedAt: Date }

/** What the owner does with submissions. */
export type SubmissionAdminService = {
  /** The newest first, but what waits for the owner the oldest first. `search` looks at names, titles and addresses. */
  list(query: { state?: SubmissionState; search?: string; page: number }): Promise<{
    rows: SubmissionRow[]
    total: number
    pageSize: number
    counts: Record<SubmissionState, number>
  }>
  /** What was accepted since and still is, the newest first. */
  acceptedSince(since: Date, limit: number): Promise<AcceptedTrack[]>
  /** @throws AppError `unavailable`, as every decision does. */
  find(id: string): Promise<SubmissionView | undefined>
  /** What waits for the owner before and after a submission, by age, and how many wait in all. */
  neighbours(id: string): Promise<{ previous: string | undefined; next: string | undefined; waiting: number }>
  /**
   * Hands the track to the station and mails the artist, all in one transaction.
   *
   * @throws AppError `conflict`,
   * `not-found`.
   */
  accept(id: string): Promise<void>
  /** @param reason Told to the artist. @throws AppError `conflict`, `invalid-input` without a reason. */
  decline(id: string, reason: string): Promise<void>
  /**
   * Takes the last decision back: off the air, into the queue again, by way of the check when nobody has listened yet.
   * A mail not sent yet is not sent; behind one that was, another says so.
   *
   * @throws AppError `conflict` also once the file was deleted, `not-found`.
   */
  undo(id: string): Promise<void>
  /** Sends a track again that an external station refused. @throws AppError `conflict`, `not-found`. */
  sendAgain(id: string): Promise<void>
}

declare module '#shared/services.ts' {
  interface Services {
    submissions: SubmissionsService
    submissionAdmin: SubmissionAdminService
  }
}
