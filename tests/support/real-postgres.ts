import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findEmbeddedBinaries,
  findBlocker,
  findSystemBinaries,
  type PostgresBinaries,
} from '#platform/database/postgres-binaries.ts'
import { createCluster, startServer } from '#platform/database/postgres-server.ts'
import { testFolder } from '#platform/database/test-folder.ts'
import { findUnprivilegedUser, type RunAs } from '#platform/database/unprivileged-user.ts'
import { copyFolder } from './data-folder.ts'
import { onFreePort } from './free-port.ts'

/** A PostgreSQL server for tests, with TCP and password authentication like an external server. */
export type RealPostgres = { url: string; program: string; stop(): Promise<void> }

/** Vitest global setup that provides `TEST_DATABASE_URL`. An existing value is kept. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE_URL']) return async () => {}
  const server = await startRealPostgres()
  process.env['TEST_DATABASE_URL'] = server.url
  return async () => {
    delete process.env['TEST_DATABASE_URL']
    await server.stop()
  }
}

/** Returns the server of `TEST_DATABASE_URL`, or starts a temporary one. */
export async function borrowRealPostgres(): Promise<RealPostgres> {
  const url = process.env['TEST_DATABASE_URL']
  return url ? { url, program: 'of TEST_DATABASE_URL', stop: async () => {} } : startRealPostgres()
}

/**
 * Starts a temporary PostgreSQL, from npm or the machine, with durability disabled. It ends with this process.
 *
 * @param options.copyOf Data folder of a stopped server, to start with a copy of it.
 */
export async function startRealPostgres({ copyOf }: { copyOf?: string } = {}): Promise<RealPostgres> {
  const { folder, remove } = testFolder()
  try {
    const runAs = findUnprivilegedUser()
    const socketFolder = join(folder, 'run')
    mkdirSync(socketFolder, { mode: 0o700 })
    if (runAs) chownSync(socketFolder, runAs.uid, runAs.gid)
    const binaries = await findUsable(socketFolder, runAs)
    const data = join(folder, 'data')
    const password = randomBytes(12).toString('hex')
    if (copyOf) copyFolder(copyOf, data)
    else
      await createCluster(
        { binaries, folder: data, runAs },
        ['--locale=C', '--auth=trust'],
        [`ALTER ROLE postgres PASSWORD '${password}';`],
      )
    // A copied one has no password.
    writeFileSync(join(data, 'pg_hba.conf'), `host all all 127.0.0.1/32 ${copyOf ? 'trust' : 'scram-sha-256'}\n`)
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: socketFolder,
      max_connections: '200',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      timezone: 'UTC',
    }
    const port = await onFreePort(async (free) => {
      await startServer(
        { binaries, folder: data, runAs },
        { ...settings, port: String(free) },
        join(folder, 'postgres.log'),
      )
      return free
    })
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      program: binaries.postgres,
      stop: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function findUsable(folder: string, runAs: RunAs): Promise<PostgresBinaries> {
  const blockers: string[] = []
  for (const binaries of [findEmbeddedBinaries(), findSystemBinaries()]) {
    if (!binaries) continue
    const blocker = await findBlocker(binaries, folder, runAs)
    if (!blocker) return binaries
    blockers.push(blocker)
  }
  throw new Error(
    `Tests need a PostgreSQL server and found none (${blockers.join('; ') || 'nothing installed'}). ` +
      'Install one (Debian: apt-get install postgresql), or set TEST_DATABASE_URL to a server whose role may create databases.',
  )
}
