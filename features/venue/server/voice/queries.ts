import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'
import { venueReports } from './tables.ts'

type Db = Database['db']

/** A report about a guest of the voice chat; `reporter` is a hash. */
export type GuestReport = { guestId: string; guestName: string; hall: number; reporter: string; at: Date }

/** Stores a report; another one by the same reporter replaces the first. */
export async function upsertReport(db: Db, report: GuestReport): Promise<void> {
  const { guestName, hall, at } = report
  await db
    .insert(venueReports)
    .values(report)
    .onConflictDoUpdate({
      target: [venueReports.guestId, venueReports.reporter],
      set: { guestName, hall, at, settledAt: null },
    })
}

/** Lists the times of the reports about a guest since a time, newest first. @param limit Maximum number. */
export async function listReportTimes(db: Db, guestId: string, since: Date, limit: number): Promise<Date[]> {
  const rows = await db
    .select({ at: venueReports.at })
    .from(venueReports)
    .where(and(eq(venueReports.guestId, guestId), gt(venueReports.at, since)))
    .orderBy(desc(venueReports.at))
    .limit(limit)
  return rows.map(({ at }) => at)
}

/** Reports about one guest that the owner has not marked as done. */
export type ReportedGuest = { guestId: string; guestName: string; hall: number; count: number; since: Date }

/** Lists reported guests, those with the most reports first; at most 50. */
export async function listReportedGuests(db: Db): Promise<ReportedGuest[]> {
  const since = sql`min(${venueReports.at})`.mapWith(venueReports.at)
  return db
    .select({
      guestId: venueReports.guestId,
      guestName: sql<string>`max(${venueReports.guestName})`,
      hall: sql<number>`max(${venueReports.hall})`,
      count: sql<number>`count(*)::integer`,
      since,
    })
    .from(venueReports)
    .where(isNull(venueReports.settledAt))
    .groupBy(venueReports.guestId)
    .orderBy(sql`count(*) desc, min(${venueReports.at})`)
    .limit(50)
}

/** Marks the reports about a guest as done. @returns Whether there were any. */
export async function settleReports(db: Db, guestId: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(venueReports)
    .set({ settledAt: at })
    .where(and(eq(venueReports.guestId, guestId), isNull(venueReports.settledAt)))
    .returning({ id: venueReports.guestId })
  return rows.length > 0
}

/** Marks the reports about a guest as not done. @returns Whether there were any. */
export async function reopenReports(db: Db, guestId: string): Promise<boolean> {
  const rows = await db
    .update(venueReports)
    .set({ settledAt: null })
    .where(and(eq(venueReports.guestId, guestId), isNotNull(venueReports.settledAt)))
    .returning({ id: venueReports.guestId })
  return rows.length > 0
}
