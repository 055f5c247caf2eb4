import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database/open-database.ts'
import { ownerSnoozes } from '../tables.ts'

/** Lists all snoozed items, including expired ones. */
export async function listSnoozes(db: Pick<Database['db'], 'select'>) {
  return db.select().from(ownerSnoozes)
}

/** Snoozes an item, or replaces its snooze. */
export async function upsertSnooze(
  db: Pick<Database['db'], 'insert'>,
  row: typeof ownerSnoozes.$inferInsert,
): Promise<void> {
  const { textHash, until, at } = row
  await db
    .insert(ownerSnoozes)
    .values(row)
    .onConflictDoUpdate({ target: ownerSnoozes.itemKey, set: { textHash, until, at } })
}

/** Deletes the snooze of an item, if there is one. */
export async function deleteSnooze(db: Pick<Database['db'], 'delete'>, itemKey: string): Promise<void> {
  await db.delete(ownerSnoozes).where(eq(ownerSnoozes.itemKey, itemKey))
}
