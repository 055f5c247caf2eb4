import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findEmbeddedBinaries, findSystemBinaries } from '#platform/database/postgres-binaries.ts'
import { createCluster, startServer, stopServer } from '#platform/database/postgres-server.ts'
import { findUnprivilegedUser } from '#platform/database/unprivileged-user.ts'
import { onFreePort } from '#tests/support/free-port.ts'

/** A running PostgreSQL server. */
export type TopologyDatabase = { url: string; stop(): Promise<void> }

/**
 * Starts the project's PostgreSQL as a server that several processes reach over TCP with a password.
 *
 * @param folder Keeps the data between starts.
 * @throws Error where no PostgreSQL program exists.
 */
export async function startTopologyDatabase(folder: string): Promise<TopologyDatabase> {
  const binaries = findEmbeddedBinaries() ?? findSystemBinaries()
  if (!binaries) throw new Error('No PostgreSQL program was found. Install one, or set DATABASE_URL.')
  mkdirSync(folder, { recursive: true })
  // The server runs as another user when this process is root.
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const runAs = findUnprivilegedUser(data)
  const cluster = { binaries, folder: data, runAs }
  if (!existsSync(data)) {
    const created = randomBytes(12).toString('hex')
    writeFileSync(passwordFile, created, { mode: 0o600 })
    await createCluster(
      cluster,
      ['--locale=C', '--auth=trust'],
      [`CREATE ROLE swade LOGIN PASSWORD '${created}';`, 'CREATE DATABASE swade OWNER swade;'],
    )
    writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  }
  const sockets = join(folder, 'run')
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  if (runAs) chownSync(sockets, runAs.uid, runAs.gid)
  return onFreePort(async (port) => {
    const { pid } = await startServer(
      cluster,
      {
        listen_addresses: '127.0.0.1',
        port: String(port),
        unix_socket_directories: sockets,
        max_connections: '100',
        timezone: 'UTC',
      },
      join(folder, 'postgres.log'),
    )
    const password = readFileSync(passwordFile, 'utf8')
    return {
      url: `postgres://swade:${password}@127.0.0.1:${port}/swade`,
      stop: () => stopServer(pid, data),
    }
  })
}
