import { type Database, listCurrentEditions } from './queries.ts'

/** Until the editions are looked at again: how long pages may name one that another process has replaced. */
const defaultIntervalMs = 3_000

/** Notices when books get new editions, whichever process took them in. */
export type EditionWatch = {
  /** Looks now. */
  look(): Promise<void>
  /** Looks every few seconds. */
  start(): void
  stop(): void
}

/**
 * Watches the current editions in the database.
 *
 * @param onChange Called when another set of editions is current than at the last look, and at the first.
 * @param intervalMs Time between two looks.
 */
export function watchEditions(db: Database, onChange: () => void, intervalMs = defaultIntervalMs): EditionWatch {
  let known: string | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  const look = async () => {
    const seen = JSON.stringify(await listCurrentEditions(db))
    if (seen === known) return
    known = seen
    onChange()
  }
  return {
    look,
    start() {
      // A database that is out of reach is asked again.
      timer ??= setInterval(() => void look().catch(() => undefined), intervalMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
