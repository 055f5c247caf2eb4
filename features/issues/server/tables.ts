import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { IssueContent, IssueCheck, WrittenIssue } from '#features/issues/contract.ts'

/**
 * Status of an issue; see `allowedTransitions` in features/delivery/server/queries.ts. `failed` includes canceled
 * sends.
 */
export const issueStatus = pgEnum('issue_status', ['draft', 'scheduled', 'sending', 'sent', 'paused', 'failed'])

/** `digest` goes to subscribers of the monthly digest. */
export const issueKind = pgEnum('issue_kind', ['weekly', 'digest'])

/** One issue, from its first draft to the archive. */
export const issues = pgTable(
  'newsletter_issues',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Path segment of its page in the archive and name of its artwork; never changes once sent. */
    slug: text('slug').notNull().unique(),
    kind: issueKind('kind').notNull().default('weekly'),
    title: text('title').notNull(),
    status: issueStatus('status').notNull().default('draft'),
    content: jsonb('content').$type<IssueContent>().notNull(),
    /** Increases with every save; a save names the version it is based on. */
    version: integer('version').notNull().default(1),
    /** Result of the last check of links and claims; empty until the first one and after a change. */
    check: jsonb('check').$type<IssueCheck>(),
    /** Slot of the issue, `2026-11-27` for a Friday, `digest-2026-11` for a month; unique. */
    slot: text('slot'),
    /** Time when sending starts; the end of the undo window. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /** Reason why it is paused or failed, as shown in the admin. */
    reason: text('reason').notNull().default(''),
    /** The email as it was frozen when sending began; see sending. */
    written: jsonb('written').$type<WrittenIssue>(),
    /**
     * True when its opens and clicks are counted, as in `written`; lists read this column instead of the whole email.
     */
    isCounted: boolean('is_counted')
      .notNull()
      .generatedAlwaysAs(sql`NOT coalesce(written @> '{"isCounted": false}', false)`),
    /**
     * Number of people on the list when the audience was frozen, and how many of them are recipients; the others are
     * excluded, each with a reason.
     */
    candidates: integer('candidates').notNull().default(0),
    planned: integer('planned').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    /** Time when every delivery had been attempted once; temporary refusals are retried for a day. */
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** Time when it was canceled; uncertain deliveries may still be resent, but it never counts as sent. */
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
    /** Time when blocked deliveries were last resolved; feedback for earlier deliveries does not reopen them. */
    blocksResolvedAt: timestamp('blocks_resolved_at', { withTimezone: true }),
  },
  (table) => [
    index('newsletter_issues_newest').on(table.createdAt),
    index('newsletter_issues_due').on(table.status, table.dueAt),
    uniqueIndex('newsletter_issues_slot').on(table.slot),
  ],
)

/** Targets of an issue's tracked links; clicks redirect only to these. */
export const issueLinks = pgTable(
  'newsletter_links',
  {
    issueId: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    /** Starts at 1, in the order of the email. */
    number: integer('number').notNull(),
    url: text('url').notNull(),
  },
  (table) => [uniqueIndex('newsletter_links_number').on(table.issueId, table.number)],
)
