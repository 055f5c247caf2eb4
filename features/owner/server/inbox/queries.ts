import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'
import { ownerSnoozes } from '../tables.ts'

export async function listSnoozes(db: Pick<Database['db'], 'select'>) {
  return db.select().from(ownerSnoozes)
}

export async function upsertSnooze(
  db: Pick<Database['db'], 'insert'>,
  row: typeof ownerSnoozes.$inferInsert,
): Promise<void> {
  const { said, until, at } = row
  await db
    .insert(ownerSnoozes)
    .values(row)
    .onConflictDoUpdate({ target: ownerSnoozes.needKey, set: { said, until, at } })
}

export async function deleteSnooze(db: Pick<Database['db'], 'delete'>, needKey: string): Promise<void> {
  await db.delete(ownerSnoozes).where(eq(ownerSnoozes.needKey, needKey))
}
