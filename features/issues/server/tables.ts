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
 * The one life of an issue; which moves are allowed stands in issue-states.ts. `failed` holds what was cancelled while
 * it was being sent, too.
 */
export const issueStatus = pgEnum('issue_status', ['draft', 'scheduled', 'sending', 'sent', 'paused', 'failed'])

/** `digest` goes to those who asked for one mail a month. */
export const issueKind = pgEnum('issue_kind', ['weekly', 'digest'])

/** One letter, from its first draft to its last reader. */
export const issues = pgTable(
  'newsletter_issues',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Opens its page in the archive and names its figure; never changes once sent. */
    slug: text('slug').notNull().unique(),
    kind: issueKind('kind').notNull().default('weekly'),
    title: text('title').notNull(),
    status: issueStatus('status').notNull().default('draft'),
    content: jsonb('content').$type<IssueContent>().notNull(),
    /** Rises with every save; whoever saves names the one they began from. */
    version: integer('version').notNull().default(1),
    /** What the last look at its links and claims found; empty until somebody looked, or when it was changed since. */
    check: jsonb('check').$type<IssueCheck>(),
    /**
     * The slot it stands for, `2026-11-27` for a Friday, `digest-2026-11` for a month: one issue a slot, whoever asks
     * how often.
     */
    slot: text('slot'),
    /** When sending begins; with an undo window this is its end. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /** Why it is paused or failed, in words for the desk. */
    reason: text('reason').notNull().default(''),
    /** The mail as it was frozen when sending began; see sending. */
    written: jsonb('written').$type<WrittenIssue>(),
    /** Whether opens and clicks of it are counted, as `written` says; lists need not read the whole mail for that. */
    isCounted: boolean('is_counted')
      .notNull()
      .generatedAlwaysAs(sql`NOT coalesce(written @> '{"isCounted": false}', false)`),
    /**
     * Who was there when the audience was frozen, and how many of them get it; the rest is excluded, each with a
     * reason.
     */
    candidates: integer('candidates').notNull().default(0),
    planned: integer('planned').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    /** When every copy was tried once; those refused for a while may follow for a day. */
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /**
     * When somebody called it off; whoever is written to after that only settles what was open, and it never counts as
     * sent.
     */
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
    /**
     * When somebody last saw to copies that were refused because of us; what comes back of copies handed over before
     * says nothing new.
     */
    blocksSettledAt: timestamp('blocks_settled_at', { withTimezone: true }),
  },
  (table) => [
    index('newsletter_issues_newest').on(table.createdAt),
    index('newsletter_issues_due').on(table.status, table.dueAt),
    uniqueIndex('newsletter_issues_slot').on(table.slot),
  ],
)

/** Where a counted link of an issue leads; readers are sent only to what stands here. */
export const issueLinks = pgTable(
  'newsletter_links',
  {
    issueId: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    /** 1 first, in the order of the mail. */
    number: integer('number').notNull(),
    url: text('url').notNull(),
  },
  (table) => [uniqueIndex('newsletter_links_number').on(table.issueId, table.number)],
)
