import pg from 'pg'

/**
 * Connects to a database once, without migrating it.
 *
 * @returns Version and clock of the server.
 * @throws The error of the driver when it cannot be used.
 */
export async function tryDatabase(databaseUrl: string, timeoutMs: number): Promise<{ now: Date; version: string }> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ now: Date; version: string }>(
      `select clock_timestamp() as now, current_setting('server_version') as version`,
    )
    return rows[0]!
  } finally {
    await client.end().catch(() => undefined)
  }
}
