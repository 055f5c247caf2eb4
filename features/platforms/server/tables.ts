import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { PlatformSite } from '#features/platforms/contract.ts'

/** Sites of platforms with the result of their last check; one process checks, all processes read. */
export const platformSites = pgTable('platform_sites', {
  url: text('url').primaryKey(),
  /** Time of the last check or claim; null if never checked. */
  checkedAt: timestamp('checked_at', { withTimezone: true }),
  /** Time of the next check. */
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  /** State shown on pages; null until the first check. */
  site: jsonb('site').$type<PlatformSite>(),
  /** Error message for the owner; empty if the site responded. */
  error: text('error').notNull().default(''),
})
