import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/open-database.ts'
import type { IssueContent, IssueStatus } from '#features/issues/contract.ts'

const source = { title: 'Books Library', url: 'http://localhost:3000/books' }

/** Sample issue content, including unsafe HTML. */
export const testContent: IssueContent = {
  content: 'Two records went on the air.',
  html_content:
    '<p>Hello {{first_name}}, two records went on the air. See <a href="http://localhost:3000/books">the library</a> and <a href="https://other.example/news">the news</a>.</p><script>alert(1)</script><h2>On the air</h2><ul><li>One</li><li>Two</li></ul>',
  summary: 'Two records went on the air, and the library has a new shelf.',
  preheader: 'Two records, one shelf.',
  featured_sources: [source, { title: 'Bad', url: 'javascript:alert(1)' }],
  key_insights: [{ title: 'A fact', description: 'It happened.', source }],
  ai_insights: [],
  freemium_tools: [
    { name: 'A tool', description: 'It helps.', source: { title: 'Its page', url: 'https://tool.example/' } },
  ],
  written_by: 'editor@example.com',
}

/** Inserts an issue; `sent` by default. */
export async function writeTestIssue(
  database: { pool: Pick<Database['pool'], 'query'> },
  issue: {
    slug: string
    title?: string
    status?: IssueStatus
    sentAt?: string
    content?: Partial<IssueContent>
    kind?: 'weekly' | 'digest'
  },
): Promise<string> {
  const id = randomUUID()
  const status = issue.status ?? 'sent'
  const sentAt = status === 'sent' ? (issue.sentAt ?? '2026-11-20T14:05:00Z') : null
  await database.pool.query(
    `insert into newsletter_issues (id, slug, kind, title, status, content, created_by, created_at, updated_at, sent_at)
     values ($1, $2, $3, $4, $5, $6, 'editor@example.com', $7, $7, $8)`,
    [
      id,
      issue.slug,
      issue.kind ?? 'weekly',
      issue.title ?? issue.slug,
      status,
      JSON.stringify({ ...testContent, ...issue.content }),
      sentAt ?? '2026-11-01T00:00:00Z',
      sentAt,
    ],
  )
  return id
}
