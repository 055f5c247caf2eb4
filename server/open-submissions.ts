import { statfs } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import type { ReadRecording } from '#platform/recordings/recording-reader.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { NeedSource } from '#features/owner/contract.ts'
import { type SubmissionDeskService, type SubmissionsService } from '#features/submissions/contract.ts'
import { createFileRetention } from '#features/submissions/server/file-retention.ts'
import { createListening } from '#features/submissions/server/checks/listening.ts'
import { createDeskFiles } from '#features/submissions/server/desk/desk-files.ts'
import { submissionDeskRoutes } from '#features/submissions/server/desk/desk-routes.ts'
import { createSubmissionDesk } from '#features/submissions/server/desk/submission-desk.ts'
import { trackIdOf } from '#features/submissions/server/desk/submission-view.ts'
import { createTrackNeeds } from '#features/submissions/server/desk/track-needs.ts'
import { createLetters } from '#features/submissions/server/letters.ts'
import { followFirstPlays } from '#features/submissions/server/on-air.ts'
import type { SubmissionLog, SubmissionParts } from '#features/submissions/server/submission-parts.ts'
import { createSubmissions, type StationSide } from '#features/submissions/server/submissions.ts'
import { createUploadLimits } from '#features/submissions/server/upload/limits.ts'
import { submitRoutes } from '#features/submissions/server/upload/routes.ts'
import type { Radio } from './open-radio.ts'

/** The way onto the air, with everything that goes on behind it. */
export type Submissions = {
  service: SubmissionsService
  desk: SubmissionDeskService
  /** What of it waits for the owner. */
  needs: NeedSource
  /** The upload, and the owner's ear. */
  routes: FastifyPluginAsync
  /** Listens to what came in once, without waiting for its turn. */
  listenNow(): Promise<void>
  /** Deletes files whose time is over, without waiting for its turn. */
  deleteOldFilesNow(): Promise<void>
  /** Begins to listen to what came in, and to let go of what nobody needs any more. */
  start(): void
  stop(): Promise<void>
}

export function openSubmissions({
  config,
  dataDir,
  database,
  storage,
  outbox,
  radio,
  readRecording,
  clock,
  log,
}: {
  config: Config
  /** Where files lie, for how much room is left. */
  dataDir: string
  database: Database
  storage: Storage
  outbox: Outbox
  radio: Radio
  /** Reads every recording that is uploaded, whoever sends it. */
  readRecording: ReadRecording
  clock: Clock
  log: SubmissionLog
}): Submissions {
  const { origin } = config
  const letters = createLetters({
    origin,
    get supportEmail() {
      return config.SUPPORT_EMAIL
    },
    get postalAddress() {
      return config.POSTAL_ADDRESS
    },
    ownerEmail: config.OWNER_EMAIL,
  })
  const parts: SubmissionParts = { db: database.db, clock, outbox, letters, storage, log }
  const limits = createUploadLimits(database, () => freeBytes(dataDir))
  const listening = createListening(parts, () => limits.underWay() > 0)
  const retention = createFileRetention(parts)
  const desk = createSubmissionDesk({ ...parts, tracks: radio.tracks })
  followFirstPlays({ ...parts, tracks: radio.tracks })
  const submitted = submitRoutes({
    ...parts,
    origin,
    limits,
    readRecording,
    onReceived: listening.wake,
  })
  return {
    service: createSubmissions(parts, stationSide(radio)),
    desk,
    needs: createTrackNeeds(desk),
    async routes(app) {
      await app.register(submitted)
      await app.register(submissionDeskRoutes({ files: createDeskFiles(database.db), storage }))
    },
    listenNow: listening.now,
    deleteOldFilesNow: retention.now,
    start() {
      listening.start()
      retention.start()
    },
    async stop() {
      await Promise.all([listening.stop(), retention.stop()])
    },
  }
}

function stationSide({ tracks }: Radio): StationSide {
  return {
    async tracksOnAir(ids) {
      const told = await tracks.about(ids.map(trackIdOf))
      return new Map(
        ids.flatMap((id) => {
          const track = told.get(trackIdOf(id))
          return track ? [[id, track] as const] : []
        }),
      )
    },
    takeOffAir: (tx, id) => tracks.remove(tx, trackIdOf(id)),
    refresh: () => tracks.refresh(),
  }
}

// Where nobody can say, the disk itself will.
async function freeBytes(folder: string): Promise<number> {
  const facts = await statfs(folder).catch(() => undefined)
  return facts ? facts.bavail * facts.bsize : Infinity
}
