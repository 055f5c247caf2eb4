import { setTimeout as sleep } from 'node:timers/promises'
import { insertAuditEntry } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#shared/errors.ts'
import { completeWebAddress } from '#shared/web-address.ts'
import { isUuid } from '#shared/uuid.ts'
import type { FeedListItem } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import {
  deleteFeed,
  deleteItemsBut,
  type FeedRow,
  findFeed,
  insertFeed,
  listFeeds,
  listItems,
  updateFeed,
  upsertItems,
} from './queries.ts'
import { type FeedReading, readFeed } from './read-feed.ts'

/** An item of a feed that a generated issue may mention. */
export type FeedItem = { title: string; summary: string; url: string; feed: string; at: Date }

/** Feeds that the owner has listed. */
export type Feeds = {
  list(): Promise<FeedListItem[]>
  /**
   * Lists a feed after it was fetched successfully.
   *
   * @throws AppError `invalid-input` with the reason, `conflict` when it is already listed.
   */
  add(url: string, actor: string): Promise<FeedListItem>
  /** @throws AppError `not-found` */
  remove(id: string, actor: string): Promise<void>
  /** Fetches a feed again; an error is stored with it. @throws AppError `not-found` */
  read(id: string): Promise<FeedListItem>
  /**
   * Fetches all feeds that were not fetched recently. Never rejects because of a feed, and does not wait for slow ones.
   */
  refresh(): Promise<void>
  /** Lists items since a time, newest first. */
  items(since: Date, limit: number): Promise<FeedItem[]>
}

const maxFeeds = 20
/** A feed that was fetched this recently is not fetched again. */
const freshMs = 10 * 60_000
/** Maximum wait for all feeds together when an issue is generated. */
const refreshTimeoutMs = 20_000
const retentionMs = 60 * 24 * 3_600_000
export function createFeeds({ db, clock, config }: Pick<ProcessDeps, 'db' | 'clock' | 'config'>): Feeds {
  const rules = () => ({ localHosts: config.NEWSLETTER_LOCAL_FEEDS })

  async function saveReading(id: string, reading: FeedReading): Promise<void> {
    const now = clock.now()
    if (!reading.ok) return void (await updateFeed(db, id, { readAt: now, problem: reading.why }))
    const items = reading.entries
      .filter(({ url }) => isSource(url, config))
      .map((entry) => ({ ...entry, publishedAt: publishedAtOf(entry.publishedAt, clock) }))
    const once = [...new Map(items.map((item) => [item.guid, item])).values()]
    await db.transaction(async (tx) => {
      // The feed may have been removed while it was fetched.
      if (!(await updateFeed(tx, id, { title: reading.title, readAt: now, problem: '' }))) return
      await upsertItems(tx, id, once)
      await deleteItemsBut(
        tx,
        id,
        once.map(({ guid }) => guid),
        new Date(now.getTime() - retentionMs),
      )
    })
  }

  async function get(id: string): Promise<FeedRow> {
    const row = isUuid(id) ? await findFeed(db, id) : undefined
    if (!row) throw new AppError('not-found', 'Feed not found.')
    return row
  }

  async function line(id: string): Promise<FeedListItem> {
    const row = (await listFeeds(db)).find((one) => one.id === id)
    if (!row) throw new AppError('not-found', 'Feed not found.')
    return toListItem(row)
  }

  return {
    list: async () => (await listFeeds(db)).map(toListItem),

    async add(typed, actor) {
      const url = URL.parse(completeWebAddress(typed))?.href
      if (!url)
        throw new AppError('invalid-input', 'Enter the full URL of a feed, such as https://example.com/feed.xml.')
      const known = await listFeeds(db)
      if (known.some((feed) => feed.url === url)) throw new AppError('conflict', 'This feed is already listed.')
      if (known.length >= maxFeeds)
        throw new AppError('conflict', `You can list up to ${maxFeeds} feeds. Remove one first.`)
      const reading = await readFeed(url, rules())
      if (!reading.ok) throw new AppError('invalid-input', `This feed could not be read: ${reading.why}.`)
      const now = clock.now()
      const row = await db.transaction(async (tx) => {
        const added = await insertFeed(tx, { url, addedBy: actor, addedAt: now })
        if (added)
          await insertAuditEntry(tx, { actor, action: 'feed.add', subject: `feed:${added.id}`, detail: url, at: now })
        return added
      })
      if (!row) throw new AppError('conflict', 'This feed is already listed.')
      await saveReading(row.id, reading)
      return line(row.id)
    },

    remove: (id, actor) =>
      db.transaction(async (tx) => {
        const gone = isUuid(id) ? await deleteFeed(tx, id) : undefined
        if (!gone) throw new AppError('not-found', 'Feed not found.')
        await insertAuditEntry(tx, {
          actor,
          action: 'feed.remove',
          subject: `feed:${id}`,
          detail: gone.url,
          at: clock.now(),
        })
      }),

    async read(id) {
      const { url } = await get(id)
      await saveReading(id, await readFeed(url, rules()))
      return line(id)
    },

    async refresh() {
      const since = clock.now().getTime() - freshMs
      const stale = (await listFeeds(db)).filter(({ readAt }) => !readAt || readAt.getTime() < since)
      // A few at a time, because each is parsed in its own thread.
      const next = async () => {
        for (let feed = stale.shift(); feed; feed = stale.shift())
          await saveReading(feed.id, await readFeed(feed.url, rules()))
      }
      await Promise.race([Promise.all([next(), next(), next()]), sleep(refreshTimeoutMs, undefined, { ref: false })])
    },

    items: async (since, limit) =>
      (await listItems(db, { since, limit })).map(({ title, summary, url, feed, publishedAt }) => ({
        title,
        summary,
        url,
        feed,
        at: publishedAt,
      })),
  }
}

/** Returns whether an address may be a source: https, or a configured local host. */
const isSource = (url: string, config: Config) =>
  url.startsWith('https:') || config.NEWSLETTER_LOCAL_FEEDS.includes(new URL(url).host)

/** Items without a date count as new; dates are limited to the time from 1970 to now. */
const publishedAtOf = (stated: Date | undefined, clock: Clock) =>
  stated && stated <= clock.now() ? new Date(Math.max(0, stated.getTime())) : clock.now()

const toListItem = ({ id, url, title, readAt, problem, items }: FeedRow & { items: number }): FeedListItem => ({
  id,
  url,
  title,
  read_at: readAt?.toISOString() ?? null,
  problem,
  items,
})
