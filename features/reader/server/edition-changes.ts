import type { Changes } from '#platform/database/changes.ts'
import { type Database, listCurrentEditions } from './queries.ts'

/**
 * Until the editions are looked at again where nobody tells of them: how long pages may name one that another process
 * has replaced.
 */
const betweenLooksMs = 30_000

/** Notices when books get new editions, whichever process took them in. */
export type EditionWatch = {
  /** Looks now. */
  look(): Promise<void>
  /** Follows them from now on. */
  start(changes: Changes): void
  stop(): Promise<void>
}

/**
 * Watches the current editions in the database.
 *
 * @param onChange Called when another set of editions is current than at the last look, and at the first.
 */
export function watchEditions(db: Database, onChange: () => void): EditionWatch {
  let known: string | undefined
  let endFollowing: (() => Promise<void>) | undefined
  const look = async () => {
    const seen = JSON.stringify(await listCurrentEditions(db))
    if (seen === known) return
    known = seen
    onChange()
  }
  return {
    look,
    start(changes) {
      if (endFollowing) return
      endFollowing = changes.follow({ topics: ['book_editions'], everyMs: betweenLooksMs, look })
      // What changed before this process listened. A database that is out of reach is asked again.
      look().catch(() => undefined)
    },
    stop: async () => endFollowing?.(),
  }
}
