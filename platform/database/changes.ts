import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { DatabaseLog } from './connection-pool.ts'
import type { Database } from './open-database.ts'

/**
 * The notification channel of the site; the payload is the topic. Triggers of db/migrations/0033_background_jobs.sql
 * notify it with the name of their table.
 */
const channel = 'site_changes'

/** Interval of the heartbeat on the listening connection. */
const beatMs = 15_000

/** Reconnect delay: doubles up to the maximum. */
const firstRetryMs = 500
const longestRetryMs = 30_000

/** Poll interval while the connection is lost. */
const deafMs = 3_000

/** The database or a transaction. */
type Executor = Pick<Database['db'], 'execute'>

/** A subscription to changes made by any process. */
export type Subscription = {
  /** Tables with a trigger, or topics passed to {@link Changes.notify}. */
  topics: readonly string[]
  /**
   * Fallback poll interval in milliseconds; every three seconds while the connection is lost. Without it, never polls.
   */
  everyMs?: number
  /** Reads the current state. Runs are never concurrent; a change during a run triggers one more. */
  check(): Promise<unknown>
}

/** Notifies subscriptions of this process about changes by any process, over a dedicated connection. */
export type Changes = {
  /**
   * Calls `check` after each change and every `everyMs`, not immediately. A failed check is repeated at the next
   * interval.
   *
   * @returns A function that unsubscribes and resolves when no check is running.
   */
  subscribe(follower: Subscription): () => Promise<void>
  /** Notifies a topic when the caller's transaction is committed; without one, immediately. */
  notify(tx: Executor, topic: string): Promise<void>
  /** Opens the connection. Until then, and while it is lost, subscriptions only poll. */
  listen(): Promise<void>
  /** Returns whether notifications are received. */
  isListening(): boolean
  stop(): Promise<void>
}

/**
 * Creates the change notifications of a process.
 *
 * @param deps.database PostgreSQL gets a dedicated connection. PGlite has a single session, so its pool listens: all
 *   changes come from this process.
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
    // Checks once for changes missed while disconnected.
    if (retryMs > firstRetryMs) wake(undefined)
    isListening = true
    retryMs = firstRetryMs
    // A half-open connection is as silent as an idle one.
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

  // The pool reconnects after idle time, and a new session must listen again.
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
