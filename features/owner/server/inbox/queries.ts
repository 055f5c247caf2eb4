import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'
import { ownerDismissals } from '../tables.ts'

export async function listDismissals(db: Pick<Database['db'], 'select'>) {
  return db.select().from(ownerDismissals)
}

export async function upsertDismissal(
  db: Pick<Database['db'], 'insert'>,
  row: typeof ownerDismissals.$inferInsert,
): Promise<void> {
  const { said, until, at } = row
  await db
    .insert(ownerDismissals)
    .values(row)
    .onConflictDoUpdate({ target: ownerDismissals.needKey, set: { said, until, at } })
}

export async function deleteDismissal(db: Pick<Database['db'], 'delete'>, needKey: string): Promise<void> {
  await db.delete(ownerDismissals).where(eq(ownerDismissals.needKey, needKey))
}
