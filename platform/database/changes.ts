import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { DatabaseLog } from './connection-pool.ts'
import type { Database } from './open-database.ts'

/**
 * The one channel of the site; the payload says what changed. Triggers of db/migrations/0033_background_jobs.sql notify
 * it with the name of their table.
 */
const channel = 'site_changes'

/** How often the listening connection is asked whether it is still there. */
const beatMs = 15_000

/** After a lost connection: the first try, then twice as long each time. */
const firstRetryMs = 500
const longestRetryMs = 30_000

/** How often followers look while the connection is lost. */
const deafMs = 3_000

/** Anything statements can be run on: the pool's Drizzle or a transaction of it. */
type Executor = Pick<Database['db'], 'execute'>

/** Something that reads from the database what any process may have written. */
export type Subscription = {
  /** Tables with a trigger, or topics given to {@link Changes.notify}. */
  topics: readonly string[]
  /**
   * The net below the notifications: how often to look when none comes, in milliseconds. While nothing is heard, every
   * three seconds. Left out, never.
   */
  everyMs?: number
  /** Reads what is there now. Never runs twice at once; a change that comes meanwhile leads to one more run. */
  check(): Promise<unknown>
}

/** Tells the followers in this process of changes by any process, over one connection that does nothing else. */
export type Changes = {
  /**
   * Calls `look` after each change and every `everyMs`, not at once. A failed look is repeated at the next turn.
   * @returns Ends it; resolves when nothing runs.
   */
  subscribe(follower: Subscription): () => Promise<void>
  /** Notifies a topic once the caller's transaction is committed; outside of one, at once. */
  notify(tx: Executor, topic: string): Promise<void>
  /** Opens the connection. Until then, and while it is lost, followers look by their interval alone. */
  listen(): Promise<void>
  /** Whether notifications arrive now. */
  isListening(): boolean
  stop(): Promise<void>
}

/**
 * Creates the listener of a process.
 *
 * @param deps.database Real PostgreSQL gets a connection of its own. PGlite has a single session, so the pool's listens
 *   there: whatever changes comes from this process.
 * @see docs/decisions/050-background-jobs.md
 */
export function createChanges({
  database,
  log,
}: {
  database: Pick<Database, 'kind' | 'pool'>
  log: DatabaseLog
}): Changes {
  const { pool, kind } = database
  const followers = new Set<{ topics: readonly string[]; wake(): void }>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let isListening = false
  let isStopped = false

  const wake = (topic: string | undefined) => {
    for (const one of followers) if (topic === undefined || one.topics.includes(topic)) one.wake()
  }
  const onNotification = ({ channel: from, payload }: pg.Notification) => from === channel && wake(payload)

  async function connect(): Promise<void> {
    const own = new pg.Client({
      ...pool.options,
      application_name: 'swade changes',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client = own
    let isLost = false
    const lose = (error?: Error) => {
      if (isLost || client !== own) return
      isLost = true
      isListening = false
      clearInterval(beat)
      own.end().catch(() => undefined)
      if (isStopped) return
      if (retryMs === firstRetryMs)
        log.warn({ reason: error?.message }, 'database notifications lost; polling until reconnected')
      retry = setTimeout(() => void connect(), retryMs).unref()
      retryMs = Math.min(retryMs * 2, longestRetryMs)
    }
    own.on('error', lose)
    own.on('end', () => lose())
    own.on('notification', onNotification)
    try {
      await own.connect()
      await own.query(`LISTEN ${channel}`)
    } catch (error) {
      return lose(error as Error)
    }
    // What happened while nobody listened is looked for once.
    if (retryMs > firstRetryMs) wake(undefined)
    isListening = true
    retryMs = firstRetryMs
    // A connection whose other end is gone without a word looks as silent as one with nothing to tell.
    beat = setInterval(() => {
      const silence = setTimeout(
        () => lose(new Error('the notification connection does not respond')),
        beatMs / 3,
      ).unref()
      own.query('SELECT 1').then(
        () => clearTimeout(silence),
        () => undefined,
      )
    }, beatMs).unref()
  }

  // The pool opens its connection anew after a pause, and a new session listens to nothing.
  async function listenOnPool(): Promise<void> {
    const prepare = (one: pg.ClientBase) => {
      one.on('notification', onNotification)
      return one.query(`LISTEN ${channel}`)
    }
    const first = await pool.connect()
    try {
      await prepare(first)
    } finally {
      first.release()
    }
    pool.on('connect', (one) => void prepare(one).catch(() => undefined))
    isListening = true
  }

  return {
    subscribe({ topics, everyMs, check: look }) {
      let running: Promise<unknown> | undefined
      let isAskedAgain = false
      let isOver = false
      let lookedAt = performance.now()
      const run = () => {
        if (isOver) return
        lookedAt = performance.now()
        if (running) {
          isAskedAgain = true
          return
        }
        running = look()
          .catch(() => undefined)
          .finally(() => {
            running = undefined
            if (!isAskedAgain) return
            isAskedAgain = false
            run()
          })
      }
      const tick = (netMs: number) => {
        if (!isListening || performance.now() - lookedAt >= netMs) run()
      }
      const timer = everyMs === undefined ? undefined : setInterval(tick, Math.min(everyMs, deafMs), everyMs).unref()
      const follower = { topics, wake: run }
      followers.add(follower)
      return async () => {
        isOver = true
        clearInterval(timer)
        followers.delete(follower)
        await running
      }
    },
    async notify(tx, topic) {
      await tx.execute(sql`select pg_notify(${channel}, ${topic})`)
    },
    async listen() {
      if (isStopped || client || isListening) return
      await (kind === 'pglite' ? listenOnPool() : connect())
    },
    isListening: () => isListening,
    async stop() {
      isStopped = true
      isListening = false
      clearTimeout(retry)
      clearInterval(beat)
      const own = client
      client = undefined
      await own?.end().catch(() => undefined)
    },
  }
}
