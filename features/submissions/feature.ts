import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { formatLongDate } from '#shared/long-date.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { SiteRecord } from '#features/issues/contract.ts'
import { genreNames, submitPath } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { submissionRetention } from './server/retention.ts'
import { createCheckJobs } from './server/check-jobs.ts'
import { type CheckDeps, spectrogramKeyOf } from './server/check-submission.ts'
import { createAdminFiles } from './server/admin/admin-files.ts'
import { submissionAdminRoutes } from './server/admin/admin-routes.ts'
import { createSubmissionAdmin } from './server/admin/submission-admin.ts'
import { trackIdOf } from './server/submission-view.ts'
import { createTrackActionItems } from './server/admin/track-action-items.ts'
import { submissionFileFilter } from './server/file-filter.ts'
import { createSubmissionEmails } from './server/emails.ts'
import { followFirstPlays } from './server/first-plays.ts'
import type { SubmissionDeps } from './server/submission-deps.ts'
import { createSubmissions, type StationAccess } from './server/submissions.ts'
import { createUploadLimits } from './server/upload/limits.ts'
import { submitRoutes } from './server/upload/routes.ts'
import { retentionDays } from '#features/submissions/constants.ts'
import {
  findBySha256,
  insertStep,
  listFilesToDelete,
  listNeededFiles,
  lockSubmission,
  type Submission,
  updateSubmission,
} from './server/queries.ts'
import { mailSender } from '#shared/mail/mail-sender.ts'
import { stationNameOf } from '#shared/site-identity.ts'

const retentionMs = retentionDays * 24 * 60 * 60_000
const atOnce = 50

/**
 * Creates a function that deletes the files of tracks that were declined or withdrawn, after the retention period. Any
 * number of processes may run it.
 */
function createFileRetention(deps: SubmissionDeps): (signal?: AbortSignal) => Promise<void> {
  const { db, clock, storage, log } = deps

  async function deleteDue(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const ids = await listFilesToDelete(db, new Date(clock.now().getTime() - retentionMs), atOnce)
      for (const id of ids) {
        if (signal?.aborted) return
        await deleteFiles(id)
      }
      if (ids.length < atOnce) return
    }
  }

  // The row is updated first: a file that it no longer names is removed at the next startup, even if this process ends
  // here.
  async function deleteFiles(id: string): Promise<void> {
    const row = await db.transaction(async (tx) => {
      const locked = await lockSubmission(tx, id)
      if (!locked || !isDue(locked, clock.now())) return undefined
      const at = clock.now()
      await insertStep(tx, { submissionId: id, step: 'file-deleted', actor: 'site', at })
      return updateSubmission(tx, id, { fileDeletedAt: at })
    })
    if (!row) return
    try {
      for (const key of [row.audioKey, spectrogramKeyOf(row.audioKey)]) await storage.delete(key)
    } catch (err) {
      log.warn({ err, submission: id }, 'deleting submission file failed; retrying at the next start')
    }
  }

  return deleteDue
}

// Returns whether the file is still due, because the submission may have been restored or decided again in the
// meantime.
function isDue({ state, decidedAt, fileDeletedAt }: Submission, now: Date): boolean {
  return (
    (state === 'declined' || state === 'withdrawn') &&
    !fileDeletedAt &&
    decidedAt !== null &&
    now.getTime() - decidedAt.getTime() >= retentionMs
  )
}

type Deps = FeatureDeps<'artists' | 'stationTracks'>

/** Maximum number of accepted tracks in one newsletter issue. */
const maxTracks = 8

/** Submissions of tracks by visitors, from the form to the radio. */
export const submissions = defineFeature({
  name: 'submissions',
  messages: { en, es },
  /** @param tuning.listen Analyzes a recording; by default the platform does so in a separate thread. */
  create(deps: Deps, tuning: Pick<CheckDeps, 'listen'> = {}) {
    const { config, database, db, storage, linkTokens, outbox, clock, log, jobs, readRecording, texts, features } = deps
    const { artists, stationTracks: tracks } = features
    const { origin } = config
    const emails = createSubmissionEmails({
      origin,
      texts,
      linkTokens,
      get supportEmail() {
        return config.SUPPORT_EMAIL
      },
      get sender() {
        return mailSender(config)
      },
      ownerEmail: config.OWNER_EMAIL,
    })
    const submissionDeps: SubmissionDeps = { db, clock, outbox, emails, storage, linkTokens, log }
    const limits = createUploadLimits(database, () =>
      // If the free space is unknown, storing the file will report a full disk.
      storage.measureSpace().then(
        (space) => space?.freeBytes ?? Infinity,
        () => Infinity,
      ),
    )
    const deleteOldFiles = createFileRetention(submissionDeps)
    const admin = createSubmissionAdmin({ ...submissionDeps, tracks })
    followFirstPlays({ ...submissionDeps, tracks })
    const submitted = submitRoutes({ ...submissionDeps, origin, limits, readRecording, jobs, texts })
    return {
      artworkPlaces: [{ slug: 'submit', name: 'Submit music', path: '/submit' }],
      services: { submissions: createSubmissions(submissionDeps, createStationAccess(tracks)), submissionAdmin: admin },
      actionItems: createTrackActionItems(admin),
      async routes(app) {
        await app.register(submitted)
        await app.register(submissionAdminRoutes({ files: createAdminFiles(db), storage }))
      },
      // At least three kilobytes per second, for at most 15 minutes. The route limits the size itself.
      slowUploads: [
        {
          path: new RegExp(`^${submitPath}(\\?|$)`),
          maxMs: 15 * 60_000,
          everyMs: 20_000,
          minBytes: 64 * 1024,
          maxBytes: 64 * 1024 * 1024,
        },
      ],
      trackAdminPage: (trackId) =>
        trackId.startsWith(trackIdOf('')) ? `/admin/submissions/${trackId.slice(trackIdOf('').length)}` : undefined,
      async findSameRecording(sha256) {
        const row = await findBySha256(db, sha256)
        return row && { title: row.songTitle, place: 'artist submission', href: `/admin/submissions/${row.id}` }
      },
      newsletterRecords: {
        max: maxTracks,
        async list(since) {
          const accepted = await admin.acceptedSince(since, maxTracks)
          const placements = await tracks.about(accepted.map(({ id }) => trackIdOf(id)))
          // A track joins the rotation once the station can play it, which may be minutes after it was accepted.
          const playable = accepted.filter(({ id }) => placements.get(trackIdOf(id))?.isInRotation)
          return playable.map(({ songTitle, artistName, genre, acceptedAt }): SiteRecord => {
            const genreName = (genreNames as Record<string, string>)[genre] ?? genre
            const title = `“${songTitle}” by ${artistName}`
            return {
              kind: 'track',
              title,
              facts: `${title} joined the rotation of ${stationNameOf(config.SITE_NAME)} on ${formatLongDate(acceptedAt)}. Genre: ${genreName}.`,
              path: artists.pathOf(artistName) ?? '/',
              at: acceptedAt,
            }
          })
        },
      },
      storedOriginals: async () =>
        (await listNeededFiles(db)).map(({ id, audioKey, songTitle, artistName }) => ({
          key: audioKey,
          title: `${quoteTitle(songTitle)} by ${artistName}`,
          href: `/admin/submissions/${id}`,
          // Only artists upload submissions.
          remedy: 'Restore it from a backup.',
        })),
      referencedFiles: (options) => submissionFileFilter(db, storage, options),
      retention: submissionRetention,
      jobs: [
        ...createCheckJobs(
          { ...submissionDeps, jobs, listen: tuning.listen, niceness: deps.config.BACKGROUND_NICENESS },
          () => limits.underWay() > 0,
        ),
        defineJob({
          name: 'submissions.delete-old-files',
          title: 'Delete files of declined and withdrawn tracks',
          role: 'worker',
          every: '1h',
          run: deleteOldFiles,
        }),
      ],
      deleteOldFilesNow: () => deleteOldFiles(),
    }
  },
})

function createStationAccess(tracks: Deps['features']['stationTracks']): StationAccess {
  return {
    async tracksOnAir(ids) {
      const placements = await tracks.about(ids.map(trackIdOf))
      return new Map(
        ids.flatMap((id) => {
          const track = placements.get(trackIdOf(id))
          return track ? [[id, track] as const] : []
        }),
      )
    },
    removeFromAir: (tx, id) => tracks.remove(tx, trackIdOf(id)),
    refresh: () => tracks.refresh(),
  }
}
