import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { clientKey, type RateLimit } from '#platform/rate-limit.ts'
import type { RetentionRule } from '#platform/retention.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItemSource } from '#features/owner/contract.ts'
import { reportsToSilence, silenceMs } from '#features/venue/hall/voice-rules.ts'
import { listReportedGuests, listReportTimes, reopenReports, settleReports, upsertReport } from './queries.ts'

/** Limit of reports per address. */
export const reportLimit = { name: 'venue-reports', points: 10, durationSeconds: 600 } as const

/** Retention of reports. */
export const reportRetention: RetentionRule = {
  data: 'Reports about guests of the voice chat (hashes of IP addresses)',
  outcome: 'deleted',
  days: 30,
  statement: `delete from venue_reports where at < $1`,
}

/** Dependencies of the reports. */
export type ReportsDeps = { db: Database['db']; clock: Clock; limit: RateLimit }

/** Creates the reports about guests of the voice chat. */
export function createReports({ db, clock, limit }: ReportsDeps) {
  return {
    /** Stores a report from a client address. @returns False if the address has made too many. */
    async add(guest: { guestId: string; guestName: string; hall: number }, client: string): Promise<boolean> {
      if (!(await limit.consume(client)).ok) return false
      const reporter = hashValue(`venue-report:${clientKey(client)}`)
      await upsertReport(db, { ...guest, reporter, at: clock.now() })
      return true
    },
    /**
     * Returns the time until which a guest is silenced, Unix milliseconds; undefined if there were reports from too few
     * addresses within the last hour.
     */
    async silencedUntil(guestId: string): Promise<number | undefined> {
      const since = new Date(clock.now().getTime() - silenceMs)
      const times = await listReportTimes(db, guestId, since, reportsToSilence)
      const decisive = times[reportsToSilence - 1]
      return decisive && decisive.getTime() + silenceMs
    },
  }
}

/** Reports about guests of the voice chat. */
export type Reports = ReturnType<typeof createReports>

/** Creates the action items for reported guests. */
export function createReportItems({ db, clock }: Pick<ReportsDeps, 'db' | 'clock'>): ActionItemSource {
  const guestOf = (key: string) => key.replace(/^voice-report:/, '')
  return {
    kinds: ['voice-report'],
    async list() {
      const guests = await listReportedGuests(db)
      return guests.map(({ guestId, guestName, hall, count, since }) => ({
        key: `voice-report:${guestId}`,
        severity: 'person' as const,
        title: `${guestName || 'A guest'} was reported in the venue’s voice chat`,
        detail: `${count === 1 ? '1 report' : `${count} reports from different IP addresses`} in room ${hall}. A guest with ${reportsToSilence} reports within an hour is muted for an hour. You can turn the voice chat off in the site settings.`,
        since: since.toISOString(),
        action: { label: 'Mark as done', canUndo: true },
        href: '/admin/settings#values',
        linkLabel: 'Open site settings',
      }))
    },
    async runAction(key) {
      if (!(await settleReports(db, guestOf(key), clock.now())))
        throw new AppError('conflict', 'This was already marked as done.')
    },
    async undo(key) {
      if (!(await reopenReports(db, guestOf(key)))) throw new AppError('conflict', 'There is nothing to undo.')
    },
  }
}
