/**
 * Thrown when the database cannot be opened, for a reason that users can fix. The message can be printed without a
 * stack trace.
 */
export class DatabaseStartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'DatabaseStartError'
  }
}

/** Thrown when another process uses the data folder; nothing in it was changed. */
export class DataFolderInUseError extends DatabaseStartError {
  readonly ownerPid: number | undefined

  constructor(dataDir: string, ownerPid: number | undefined) {
    super(
      `DATA_DIR ${dataDir} is already in use by ${ownerPid ? `process ${ownerPid}` : 'another process'}. ` +
        'Stop it first, set a different DATA_DIR, or set DATABASE_URL to share one PostgreSQL server.',
    )
    this.name = 'DataFolderInUseError'
    this.ownerPid = ownerPid
  }
}
