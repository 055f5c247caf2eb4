import { randomBytes } from 'node:crypto'
import type { IssueContent } from '#features/issues/contract.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Sending } from '../delivery-deps.ts'

type Pool = { pool: Pick<Database['pool'], 'query'> }

/** People on the list, `subscriber-0@example.com` and so on. */
export async function addReaders({ pool }: Pool, count: number, from = 0): Promise<void> {
  await pool.query(
    `INSERT INTO subscribers (email, first_name, status)
     SELECT 'reader-' || n || '@example.com', 'Reader ' || n, 'subscribed'
     FROM generate_series($1::int, $2::int) AS n`,
    [from, from + count - 1],
  )
}

/** Counts the deliveries of an issue by state. */
export async function statesOf({ pool }: Pool, id: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string; total: number }>(
    'SELECT state, count(*)::int AS total FROM newsletter_deliveries WHERE issue_id = $1 GROUP BY state ORDER BY state',
    [id],
  )
  return Object.fromEntries(rows.map(({ state, total }) => [state, total]))
}

export async function statusOf({ pool }: Pool, id: string): Promise<{ status: string; reason: string }> {
  const { rows } = await pool.query<{ status: string; reason: string }>(
    'SELECT status, reason FROM newsletter_issues WHERE id = $1',
    [id],
  )
  return rows[0]!
}

/** Deletes all subscribers and issues. */
export async function emptyNewsletter({ pool }: Pool): Promise<void> {
  await pool.query(
    'TRUNCATE newsletter_issues, subscribers, suppressions, newsletter_sending_settings, newsletter_senders CASCADE',
  )
}

/** Returns the content of an issue with this number of words. */
export function issueContent(words: number): IssueContent {
  const paragraphs = Array.from({ length: Math.ceil(words / 40) }, (_paragraph, at) => {
    const text = Array.from(
      { length: Math.min(40, words) },
      (_word, n) => ['sand', 'plate', 'figure', 'über', 'voice', 'air'][(at + n) % 6],
    )
    return `<p>${text.join(' ')} <a href="https://example.com/${at % 12}">more</a>.</p>`
  })
  return {
    content: 'News of the week',
    html_content: `<p>News of the week, <a href="https://example.com/one">one</a>.</p>${paragraphs.join('')}`,
    summary: 'News of the week',
    preheader: '',
    featured_sources: [],
    key_insights: [],
    ai_insights: [],
    freemium_tools: [],
    written_by: 'editor@example.com',
  }
}

/** Creates an issue that may be scheduled at once. */
export async function addIssue({ pool }: Pool, title = 'An issue', words = 10): Promise<string> {
  // The check never expires, whatever clock the test has.
  const check = { at: '2100-01-01T00:00:00Z', version: 1, htmlBytes: 1000, problems: [] }
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO newsletter_issues (slug, title, content, "check", created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, 'editor@example.com', now(), now()) RETURNING id`,
    [`issue-${randomBytes(5).toString('hex')}`, title, issueContent(words), check],
  )
  return rows[0]!.id
}

/** Starts an issue at once, with its undo window in the past. */
export async function beginNow(site: Pool & { sending: Sending }, id: string): Promise<void> {
  await site.sending.schedule(id, 'now', 'editor@example.com')
  await site.pool.query("UPDATE newsletter_issues SET due_at = due_at - interval '60 seconds' WHERE id = $1", [id])
}
