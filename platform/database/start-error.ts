/**
 * The database cannot be opened, for a reason the person starting the server can act on.
 * The message is complete and fit to print alone, without a stack.
 */
export class DatabaseStartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'DatabaseStartError'
  }
}

/** Another process of ours holds this data folder; nothing in it was touched. */
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
