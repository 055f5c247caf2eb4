import type { Database } from '#platform/database/open-database.ts'
import { createRateLimit, type RateLimit } from '#platform/rate-limit.ts'
import { type Database as Statements, countWaitingOf, sumBytesSince } from '../queries.ts'
import { SubmissionRefusal } from '../submission-refusal.ts'
import { maxTracks } from '#features/submissions/constants.ts'
import { waitTime } from '#shared/duration.ts'

const hour = 3600
const gigabyte = 1024 ** 3

/** Maximum concurrent uploads of one address and in total. Each occupies one open file. */
const maxUploadsPerClient = 4
const maxUploads = 120

const maxPendingPerArtist = 10
const maxBytesPerDay = 10 * gigabyte

/** Free disk space reserved for the rest of the site. */
const minFreeBytes = gigabyte

/** Limits of uploads. */
export type UploadLimits = ReturnType<typeof createUploadLimits>

/** @param freeBytes Free space for the files; infinite if unknown. */
export function createUploadLimits({ pool }: Pick<Database, 'pool'>, freeBytes: () => Promise<number>) {
  const limit = (name: string, points: number, durationSeconds: number) =>
    createRateLimit({ pool, name, points, durationSeconds })
  const tries = limit('submit-try', 60, hour)
  const taken = [limit('submit-hour', maxTracks.perHour, hour), limit('submit-day', maxTracks.perDay, 24 * hour)]
  const underWay = new Map<string, number>()
  let all = 0

  return {
    /** Returns the number of uploads in progress. */
    underWay: () => all,

    /**
     * Reserves a place before the body is read and counts a track of this client; `end` frees the place, `giveBack`
     * uncounts it if no track was stored.
     *
     * @throws SubmissionRefusal
     */
    async enter(client: string): Promise<{ giveBack(): Promise<void>; end(): void }> {
      const own = underWay.get(client) ?? 0
      if (own >= maxUploadsPerClient)
        throw new SubmissionRefusal(
          'too-many',
          { key: 'submissions.errors.uploadsRunning' },
          {
            retryAfterSeconds: 30,
          },
        )
      if (all >= maxUploads)
        throw new SubmissionRefusal('no-room', { key: 'submissions.errors.manyTracks' }, { retryAfterSeconds: 60 })
      underWay.set(client, own + 1)
      all += 1
      const end = () => {
        all -= 1
        const left = underWay.get(client)! - 1
        if (left === 0) underWay.delete(client)
        else underWay.set(client, left)
      }
      const counted: RateLimit[] = []
      const giveBack = async () => {
        await Promise.all(counted.map((one) => one.restore(client)))
      }
      try {
        await consume(tries, client)
        for (const one of taken) {
          // A rejected attempt was counted too.
          counted.push(one)
          await consume(one, client)
        }
        if ((await freeBytes()) < minFreeBytes)
          throw new SubmissionRefusal('no-room', undefined, { retryAfterSeconds: hour })
      } catch (error) {
        await giveBack()
        end()
        throw error
      }
      return { giveBack, end }
    },

    /** Checks that a track may be stored. @throws SubmissionRefusal */
    async check(db: Statements, request: { artistEmail: string; bytes: number; now: Date }): Promise<void> {
      if ((await countWaitingOf(db, request.artistEmail)) >= maxPendingPerArtist)
        throw new SubmissionRefusal(
          'too-many',
          { key: 'submissions.errors.tooManyWaiting', values: { count: maxPendingPerArtist } },
          { retryAfterSeconds: 24 * hour },
        )
      if (
        (await sumBytesSince(db, new Date(request.now.getTime() - 24 * hour * 1000))) + request.bytes >
        maxBytesPerDay
      )
        throw new SubmissionRefusal('no-room', { key: 'submissions.errors.dayFull' }, { retryAfterSeconds: 6 * hour })
    },
  }
}

async function consume(limit: RateLimit, client: string): Promise<void> {
  const answer = await limit.consume(client)
  if (answer.ok) return
  const { retryAfterSeconds } = answer
  throw new SubmissionRefusal(
    'too-many',
    { key: 'submissions.errors.tooManyWait', values: waitTime(retryAfterSeconds) },
    { retryAfterSeconds },
  )
}
