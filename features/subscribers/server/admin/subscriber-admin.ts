import { insertAuditEntry } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import { byteOrderMark, csvLine } from '#platform/csv.ts'
import type { Database } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { ServerTexts } from '#shared/messages.ts'
import type { AdminRole } from '#shared/admin-role.ts'
import { pageWithin } from '#shared/page-within.ts'
import type { SubscriberDetail, SubscriberSummary, SubscriberList } from '#features/subscribers/contract.ts'
import type { ImportMode, ImportReading, ImportReport } from '#features/subscribers/import.ts'
import type { PersonExport } from '#features/subscribers/preferences.ts'
import { eraseSubscriber, exportSubscriber, type Records } from '../person-data.ts'
import { insertSubscriberEvents } from '../queries.ts'
import { importSubscribers } from '../import/import-subscribers.ts'
import {
  countSubscribers,
  deleteReleasable,
  findSubscriber,
  findSuppression,
  hasLeft,
  insertSuppression,
  isReleasable,
  listRoles,
  listSubscribers,
  listSubscribersAfter,
  lockSubscriber,
  type SubscriberRow,
  updateReleased,
  updateSuppressed,
} from './queries.ts'
import type { SubscriberFilter } from './subscriber-filter.ts'
import { timelineOf } from './timeline.ts'

const perPage = 50
const rowsPerBatch = 1000
/** Limit of search results; further ones are neither counted nor listed. */
const maxFound = 10_000

/** Subscribers for the admin. `by` is the address of the acting account. */
export type SubscriberAdmin = {
  list(filter: SubscriberFilter): Promise<SubscriberList>
  /** Returns a subscriber with their timeline. @throws AppError `not-found`. */
  get(id: string): Promise<SubscriberDetail>
  /** Imports a file. @throws AppError `invalid-input`, see {@link importSubscribers}. */
  import(file: Buffer, options: { mode: ImportMode; by: string; reading: ImportReading }): Promise<ImportReport>
  /** Streams the filtered list as CSV. */
  csv(filter: SubscriberFilter, by: string): AsyncGenerator<string>
  /** Exports the data of one person. @throws AppError `not-found`. */
  exportOne(id: string, by: string): Promise<PersonExport>
  /** Erases a subscriber. @throws AppError `not-found`. */
  erase(id: string, by: string): Promise<void>
  /** Suppresses an address. @throws AppError `not-found`. */
  suppress(id: string, why: string, by: string): Promise<void>
  /**
   * Removes a suppression. After a bounce, the previous status is restored: subscribed, pending or unsubscribed. After
   * a suppression set in the admin or a complaint from a file, the person is unsubscribed and can sign up again.
   *
   * @returns The new status.
   * @throws AppError `not-found`, `conflict` if the person complained or was erased.
   */
  release(id: string, by: string): Promise<SubscriberSummary['status']>
}

const subscriberNotFound = () => new AppError('not-found', 'Subscriber not found. Their data may have been deleted.')

/** Creates the admin of subscribers. */
export function createSubscriberAdmin({
  db,
  clock,
  records,
  texts,
}: {
  db: Database['db']
  clock: Clock
  records: Records
  texts: ServerTexts
}): SubscriberAdmin {
  return {
    async list(filter) {
      const roles = await listRoles(db)
      const max = filter.q === '' ? undefined : maxFound
      const requested = max === undefined ? filter.page : Math.min(filter.page, max / perPage)
      const pageAt = (page: number) =>
        listSubscribers(db, filter, roles, { limit: perPage, offset: (page - 1) * perPage })
      const isFiltered = filter.q !== '' || filter.status !== undefined || filter.role !== undefined
      const [rows, counted, subscribed] = await Promise.all([
        pageAt(requested),
        countSubscribers(db, filter, roles, max && max + 1),
        isFiltered ? null : countSubscribers(db, { ...filter, status: 'subscribed' }, roles),
      ])
      const total = Math.min(counted, max ?? counted)
      const { page, pageCount } = pageWithin(requested, total, perPage)
      // If the requested page no longer exists, the last one is shown.
      const shown = page === requested ? rows : await pageAt(page)
      return {
        items: shown.map((row) => summaryOf(row, roles)),
        total,
        subscribed,
        is_more: counted > total,
        page,
        page_count: pageCount,
      }
    },
    async get(id) {
      const row = await findSubscriber(db, id)
      if (!row) throw subscriberNotFound()
      const [roles, timeline, suppression] = await Promise.all([
        listRoles(db),
        timelineOf(db, id, records),
        findSuppression(db, hashValue(row.email)),
      ])
      return {
        ...summaryOf(row, roles),
        counts_reading: row.allowsTracking,
        suppressed_because: suppression ? [suppression.reason, suppression.detail].filter(Boolean).join(': ') : null,
        can_release: suppression !== undefined && isReleasable(suppression),
        timeline,
      }
    },
    import: (file, options) => importSubscribers({ db, clock }, file, options),
    async *csv(filter, by) {
      const roles = await listRoles(db)
      await insertAuditEntry(db, { actor: by, action: 'subscribers.export', subject: 'subscribers', at: clock.now() })
      yield byteOrderMark + csvLine(['email', 'first_name', 'last_name', 'role', 'status', 'frequency', 'created_at'])
      for (let after: string | undefined; ;) {
        const rows = await listSubscribersAfter(db, filter, roles, after, rowsPerBatch)
        if (rows.length === 0) return
        yield rows.map((row) => csvLine(cellsOf(summaryOf(row, roles)))).join('')
        after = rows.at(-1)?.id
      }
    },
    async exportOne(id, by) {
      const row = await findSubscriber(db, id)
      if (!row) throw subscriberNotFound()
      await insertAuditEntry(db, {
        actor: by,
        action: 'subscriber.export',
        subject: `subscriber:${id}`,
        at: clock.now(),
      })
      return exportSubscriber({ db, texts, records }, row, clock.now())
    },
    async erase(id, by) {
      await db.transaction(async (tx) => {
        const row = await lockSubscriber(tx, id)
        if (!row) throw subscriberNotFound()
        await eraseSubscriber(tx, row, by, clock.now(), records)
        // Without the address, because it is being erased.
        await insertAuditEntry(tx, {
          actor: by,
          action: 'subscriber.erase',
          subject: `subscriber:${id}`,
          at: clock.now(),
        })
      })
    },
    async suppress(id, why, by) {
      await db.transaction(async (tx) => {
        const row = await lockSubscriber(tx, id)
        if (!row) throw subscriberNotFound()
        const at = clock.now()
        await insertSuppression(tx, { emailHash: hashValue(row.email), reason: 'by-admin', detail: why, at })
        if (row.status === 'suppressed') return
        await updateSuppressed(tx, id)
        await insertSubscriberEvents(tx, [
          { subscriberId: id, kind: 'suppressed', detail: [why, `by ${by}`].filter(Boolean).join(', '), at },
        ])
        await insertAuditEntry(tx, {
          actor: by,
          action: 'subscriber.suppress',
          subject: `subscriber:${id}`,
          detail: why,
          at,
        })
      })
    },
    async release(id, by) {
      return db.transaction(async (tx) => {
        const row = await lockSubscriber(tx, id)
        if (!row) throw subscriberNotFound()
        const reason = await deleteReleasable(tx, hashValue(row.email))
        if (reason === undefined)
          throw new AppError(
            'conflict',
            'This person reported spam, or their data was deleted, so the suppression cannot be removed.',
          )
        const before = row.status === 'suppressed' ? (row.statusBefore ?? 'unsubscribed') : row.status
        const status =
          reason !== 'bounce' || before === 'suppressed' || (await hasLeft(tx, id)) ? 'unsubscribed' : before
        const at = clock.now()
        await updateReleased(tx, id, status)
        const kind = status === 'subscribed' ? 'released-to-list' : 'released'
        await insertSubscriberEvents(tx, [{ subscriberId: id, kind, detail: `${reason}, by ${by}`, at }])
        await insertAuditEntry(tx, {
          actor: by,
          action: 'subscriber.release',
          subject: `subscriber:${id}`,
          detail: reason,
          at,
        })
        return status
      })
    },
  }
}

function summaryOf(row: SubscriberRow, roles: Map<string, AdminRole>): SubscriberSummary {
  return {
    id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    role: roles.get(row.email) ?? 'subscriber',
    status: row.status,
    frequency: row.frequency,
    created_at: row.createdAt.toISOString(),
  }
}

function cellsOf({ email, first_name, last_name, role, status, frequency, created_at }: SubscriberSummary): string[] {
  return [email, first_name, last_name, role, status, frequency, created_at]
}
