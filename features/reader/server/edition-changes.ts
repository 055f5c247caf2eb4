import type { Changes } from '#platform/database/changes.ts'
import { type Database, listCurrentEditions } from './queries.ts'

/**
 * Poll interval when no change notification arrives: how long pages may name an edition that another process has
 * replaced.
 */
const pollIntervalMs = 30_000

/** Notifications about new editions, whichever process imported them. */
type EditionSubscription = {
  /** Checks for changes now. */
  check(): Promise<void>
  /** Starts following changes. */
  start(changes: Changes): void
  stop(): Promise<void>
}

/**
 * Subscribes to the current editions in the database.
 *
 * @param onChange Called when the set of current editions differs from the last check, and at the first.
 */
export function subscribeToEditions(db: Database, onChange: () => void): EditionSubscription {
  let lastSeen: string | undefined
  let unsubscribe: (() => Promise<void>) | undefined
  const check = async () => {
    const seen = JSON.stringify(await listCurrentEditions(db))
    if (seen === lastSeen) return
    lastSeen = seen
    onChange()
  }
  return {
    check,
    start(changes) {
      if (unsubscribe) return
      unsubscribe = changes.subscribe({ topics: ['book_editions'], everyMs: pollIntervalMs, check })
      // Catches changes from before this process listened. If the database is unreachable, the next poll retries.
      check().catch(() => undefined)
    },
    stop: async () => unsubscribe?.(),
  }
}
