import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'

/** Returns whether a newsletter was ever sent. */
export async function hasSentNewsletter(db: Pick<Database['db'], 'execute'>): Promise<boolean> {
  const { rows } = await db.execute<{ is_sent: boolean }>(
    sql`SELECT EXISTS (SELECT FROM newsletter_issues WHERE status = 'sent') AS is_sent`,
  )
  return rows[0]?.is_sent ?? false
}
