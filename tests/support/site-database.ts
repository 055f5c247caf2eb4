import { join } from 'node:path'
import pg from 'pg'
import { port } from '#platform/database/embedded-settings.ts'
import { readPostmaster } from '#platform/database/postmaster-file.ts'

/**
 * Connects to the embedded PostgreSQL of a running site, to set up data such as old issues.
 *
 * @param dataDir The site's data folder.
 * @returns A pool to be ended by the test.
 */
export function openSiteDatabase(dataDir: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: siteDatabaseUrl(dataDir), max: 2 })
  // Ignore the end of idle connections; queries would still fail.
  return pool.on('error', () => {})
}

/** Returns the `DATABASE_URL` by which a second process shares the embedded PostgreSQL of a running site. */
export function siteDatabaseUrl(dataDir: string): string {
  const server = readPostmaster(join(dataDir, 'postgres'))
  if (!server) throw new Error(`No embedded PostgreSQL runs in ${dataDir}`)
  return `postgres://swade@localhost:${port}/swade?host=${encodeURIComponent(server.socketFolder)}`
}
