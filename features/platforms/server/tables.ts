import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { PlatformSite } from '#features/platforms/contract.ts'

/** Addresses of platforms, with what the last look at each told; one process asks, all processes read. */
export const platformSites = pgTable('platform_sites', {
  url: text('url').primaryKey(),
  /** When it was last asked, or taken to be asked; null for one that never was. */
  askedAt: timestamp('asked_at', { withTimezone: true }),
  /** When it is asked again. */
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  /** What pages show of it; null until the first answer. */
  site: jsonb('site').$type<PlatformSite>(),
  /** What was the matter, in words for the owner; empty when it answered well. */
  error: text('trouble').notNull().default(''),
})
