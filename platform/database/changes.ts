import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { DatabaseLog } from './connection-pool.ts'
import type { Database } from './open-database.ts'

/**
 * The notification channel of the site; the payload is the topic. Triggers of db/migrations/0033_background_jobs.sql
 * notify it with the name of their table.
 */
const channel = 'site_changes'

/** The channel of messages; the payload is the topic, a space and the message. */
const messageChannel = 'site_messages'

/** Interval of the heartbeat on the listening connection. */
const heartbeatMs = 15_000

/** Reconnect delay: doubles up to the maximum. */
const firstRetryMs = 500
const maxRetryMs = 30_000

/** Poll interval while the connection is lost. */
const disconnectedPollMs = 3_000

/** The database or a transaction. */
type Executor = Pick<Database['db'], 'execute'>

/** A subscription to changes made by any process. */
type Subscription = {
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
  subscribe(subscription: Subscription): () => Promise<void>
  /** Notifies a topic when the caller's transaction is committed; without one, immediately. */
  notify(tx: Executor, topic: string): Promise<void>
  /**
   * Sends a message to every process that listens, this one included. It is not stored: a process that is disconnected
   * misses it.
   *
   * @param message At most 7,900 bytes; PostgreSQL refuses more.
   */
  broadcast(topic: string, message: string): Promise<void>
  /** Calls the listener for each message of a topic. @returns A function that ends it. */
  onBroadcast(topic: string, listener: (message: string) => void): () => void
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
  const subscriptions = new Set<{ topics: readonly string[]; wake(): void }>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs
  let isListening = false
  let isStopped = false

  const wake = (topic: string | undefined) => {
    for (const one of subscriptions) if (topic === undefined || one.topics.includes(topic)) one.wake()
  }
  const messageListeners = new Set<{ topic: string; listener: (message: string) => void }>()
  const onNotification = ({ channel: from, payload = '' }: pg.Notification) => {
    if (from === channel) return wake(payload)
    if (from !== messageChannel) return
    const end = payload.indexOf(' ')
    for (const { topic, listener } of messageListeners)
      if (topic === payload.slice(0, end)) listener(payload.slice(end + 1))
  }

  async function connect(): Promise<void> {
    const connection = new pg.Client({
      ...pool.options,
      application_name: 'swade changes',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client = connection
    let isLost = false
    const disconnect = (error?: Error) => {
      if (isLost || client !== connection) return
      isLost = true
      isListening = false
      clearInterval(heartbeat)
      connection.end().catch(() => undefined)
      if (isStopped) return
      if (retryMs === firstRetryMs)
        log.warn({ reason: error?.message }, 'database notifications lost; polling until reconnected')
      retry = setTimeout(() => void connect(), retryMs).unref()
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    }
    connection.on('error', disconnect)
    connection.on('end', () => disconnect())
    connection.on('notification', onNotification)
    try {
      await connection.connect()
      await connection.query(`LISTEN ${channel}; LISTEN ${messageChannel}`)
    } catch (error) {
      return disconnect(error as Error)
    }
    // Checks once for changes missed while disconnected.
    if (retryMs > firstRetryMs) wake(undefined)
    isListening = true
    retryMs = firstRetryMs
    // A half-open connection is as silent as an idle one.
    heartbeat = setInterval(() => {
      const silence = setTimeout(
        () => disconnect(new Error('the notification connection does not respond')),
        heartbeatMs / 3,
      ).unref()
      connection.query('SELECT 1').then(
        () => clearTimeout(silence),
        () => undefined,
      )
    }, heartbeatMs).unref()
  }

  // The pool reconnects after idle time, and a new session must listen again.
  async function listenOnPool(): Promise<void> {
    const prepare = (one: pg.ClientBase) => {
      one.on('notification', onNotification)
      return one.query(`LISTEN ${channel}; LISTEN ${messageChannel}`)
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
    subscribe({ topics, everyMs, check }) {
      let running: Promise<unknown> | undefined
      let isPending = false
      let isEnded = false
      let checkedAt = performance.now()
      const run = () => {
        if (isEnded) return
        checkedAt = performance.now()
        if (running) {
          isPending = true
          return
        }
        running = check()
          .catch(() => undefined)
          .finally(() => {
            running = undefined
            if (!isPending) return
            isPending = false
            run()
          })
      }
      const tick = (netMs: number) => {
        if (!isListening || performance.now() - checkedAt >= netMs) run()
      }
      const timer =
        everyMs === undefined ? undefined : setInterval(tick, Math.min(everyMs, disconnectedPollMs), everyMs).unref()
      const subscription = { topics, wake: run }
      subscriptions.add(subscription)
      return async () => {
        isEnded = true
        clearInterval(timer)
        subscriptions.delete(subscription)
        await running
      }
    },
    async notify(tx, topic) {
      await tx.execute(sql`select pg_notify(${channel}, ${topic})`)
    },
    async broadcast(topic, message) {
      await pool.query('select pg_notify($1, $2)', [messageChannel, `${topic} ${message}`])
    },
    onBroadcast(topic, listener) {
      const entry = { topic, listener }
      messageListeners.add(entry)
      return () => messageListeners.delete(entry)
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
      clearInterval(heartbeat)
      const connection = client
      client = undefined
      await connection?.end().catch(() => undefined)
    },
  }
}
