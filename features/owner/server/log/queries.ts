import { desc, eq } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'
import { ownerActs } from '../tables.ts'

export async function insertAct(db: Pick<Database['db'], 'insert'>, act: typeof ownerActs.$inferInsert): Promise<void> {
  await db.insert(ownerActs).values(act)
}

export async function listActs(db: Pick<Database['db'], 'select'>, subject: string | undefined, limit: number) {
  return db
    .select()
    .from(ownerActs)
    .where(subject === undefined ? undefined : eq(ownerActs.subject, subject))
    .orderBy(desc(ownerActs.at))
    .limit(limit)
}
