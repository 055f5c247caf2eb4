import { and, count, desc, eq, gte, lt, notInArray, sql } from 'drizzle-orm'
import type { Executor } from '#platform/database/open-database.ts'
import { feedItems, feeds } from './tables.ts'

/** A feed with all its columns. */
export type FeedRow = typeof feeds.$inferSelect

/** Lists all feeds with their numbers of items, oldest first. */
export async function listFeeds(db: Executor): Promise<(FeedRow & { items: number })[]> {
  const rows = await db
    .select({ feed: feeds, items: count(feedItems.id) })
    .from(feeds)
    .leftJoin(feedItems, eq(feedItems.feedId, feeds.id))
    .groupBy(feeds.id)
    .orderBy(feeds.addedAt, feeds.id)
  return rows.map(({ feed, items }) => ({ ...feed, items }))
}

export async function findFeed(db: Executor, id: string): Promise<FeedRow | undefined> {
  const [row] = await db.select().from(feeds).where(eq(feeds.id, id))
  return row
}

/** @returns undefined when it is already listed. */
export async function insertFeed(
  db: Executor,
  feed: Pick<FeedRow, 'url' | 'addedBy' | 'addedAt'>,
): Promise<FeedRow | undefined> {
  const [row] = await db.insert(feeds).values(feed).onConflictDoNothing({ target: feeds.url }).returning()
  return row
}

export async function deleteFeed(db: Executor, id: string): Promise<FeedRow | undefined> {
  const [row] = await db.delete(feeds).where(eq(feeds.id, id)).returning()
  return row
}

/** @returns whether the feed still exists. */
export async function updateFeed(
  db: Executor,
  id: string,
  change: Partial<Pick<FeedRow, 'title' | 'readAt' | 'problem'>>,
): Promise<boolean> {
  const rows = await db.update(feeds).set(change).where(eq(feeds.id, id)).returning({ id: feeds.id })
  return rows.length > 0
}

type NewItem = Pick<typeof feedItems.$inferInsert, 'guid' | 'title' | 'url' | 'summary' | 'publishedAt'>

/** Saves the items of a feed; known items get the newest text and keep their first date. */
export async function upsertItems(db: Executor, feedId: string, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return
  await db
    .insert(feedItems)
    .values(items.map((item) => ({ ...item, feedId })))
    .onConflictDoUpdate({
      target: [feedItems.feedId, feedItems.guid],
      set: { title: sql`excluded.title`, url: sql`excluded.url`, summary: sql`excluded.summary` },
    })
}

/** Deletes old items that the feed no longer contains. */
export async function deleteItemsBut(
  db: Executor,
  feedId: string,
  guids: readonly string[],
  since: Date,
): Promise<void> {
  await db
    .delete(feedItems)
    .where(
      and(eq(feedItems.feedId, feedId), lt(feedItems.publishedAt, since), notInArray(feedItems.guid, [...guids, ''])),
    )
}

/** Lists items of all feeds, newest first. */
export async function listItems(
  db: Executor,
  query: { since: Date; limit: number },
): Promise<(typeof feedItems.$inferSelect & { feed: string })[]> {
  const rows = await db
    .select({ item: feedItems, feed: feeds.title })
    .from(feedItems)
    .innerJoin(feeds, eq(feeds.id, feedItems.feedId))
    .where(gte(feedItems.publishedAt, query.since))
    .orderBy(desc(feedItems.publishedAt), feedItems.id)
    .limit(query.limit)
  return rows.map(({ item, feed }) => ({ ...item, feed }))
}
