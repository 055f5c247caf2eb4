import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDataFolder } from '../support/prepared-folder.ts'
import { startRealPostgres } from '../support/real-postgres.ts'
import { startSharedSites } from '../support/shared-sites.ts'

/**
 * Vitest global setup of the system stage: one site for each worker, for tests that use HTTP only, and a PostgreSQL
 * server with the prepared database, unless `TEST_DATABASE_URL` names one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopServer = process.env['TEST_DATABASE_URL'] ? undefined : await startPreparedServer()
  const stopSites = await startSharedSites(project)
  return async () => {
    await stopSites()
    await stopServer?.()
  }
}

async function startPreparedServer(): Promise<() => Promise<void>> {
  const server = await startRealPostgres({ copyOf: join(await prepareDataFolder(), 'postgres') })
  process.env['TEST_DATABASE_URL'] = server.url
  process.env['PREPARED_DATABASE'] = 'swade'
  return async () => {
    delete process.env['TEST_DATABASE_URL']
    await server.stop()
  }
}
