import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseLog } from './connection-pool.ts'
import { completeLibraries, findEmbeddedBinaries, findBlocker } from './postgres-binaries.ts'
import { type Cluster, createCluster, startServer, stopServer } from './postgres-server.ts'
import { type Postmaster, readPostmaster, isServerOf } from './postmaster-file.ts'
import { newClusterOptions, newClusterStatements, port, serverSettings, writeAccessRules } from './embedded-settings.ts'
import { DatabaseStartError } from './start-error.ts'
import { superviseServer } from './supervise-server.ts'
import { findUnprivilegedUser, type RunAs } from './unprivileged-user.ts'

/** sun_path holds 108 bytes on Linux and 104 elsewhere, including the terminator. */
const maxSocketPath = 103

/** A verified location for the embedded server, which is not started yet. */
type EmbeddedLocation = { cluster: Cluster; runFolder: string; logFile: string }

/**
 * Checks whether the embedded server can run in this data folder.
 *
 * @returns The location to start it in, or the reason why it cannot run.
 */
export async function findEmbeddedLocation(dataDir: string): Promise<EmbeddedLocation | { blocker: string }> {
  const found = findEmbeddedBinaries()
  if (!found) return { blocker: `no PostgreSQL package for ${process.platform}-${process.arch} is installed` }
  const folder = join(dataDir, 'postgres')
  const runAs = findUnprivilegedUser(folder)
  const runFolder = join(dataDir, 'postgres-run')
  makePrivate(runFolder, runAs)
  const binaries = completeLibraries(found, runFolder)
  const blocker = await findBlocker(binaries, runFolder, runAs)
  if (blocker) {
    rmSync(runFolder, { recursive: true, force: true })
    return { blocker }
  }
  return { cluster: { binaries, folder, runAs }, runFolder, logFile: join(dataDir, 'postgres.log') }
}

/** Starts the embedded server, or reuses the one of an earlier process, and keeps it running until `close`. */
export async function startEmbedded({ cluster, runFolder, logFile }: EmbeddedLocation, log: DatabaseLog) {
  const { folder } = cluster
  const running = await findRunningServer(folder)
  if (!existsSync(folder)) await createCluster(cluster, newClusterOptions, newClusterStatements)
  refuseOtherVersion(folder)
  const socketFolder = running?.socketFolder ?? chooseSocketFolder(runFolder, cluster.runAs)
  const settings = serverSettings(socketFolder, writeAccessRules(runFolder, cluster.runAs))
  const start = () => startServer(cluster, settings, logFile)
  const supervised = superviseServer({ first: running ?? (await startWithRetries(start)), folder, start, log })
  return {
    connection: connectionTo(socketFolder),
    wasRunning: running !== undefined,
    async close() {
      await supervised.close()
      if (socketFolder !== runFolder) rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

/** After a crash, processes of the old server may still be exiting. */
async function startWithRetries<T>(start: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!/still in use/.test((error as Error).message) || performance.now() > deadline) throw error
      await sleep(100)
    }
  }
}

function makePrivate(folder: string, runAs: RunAs): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
}

function chooseSocketFolder(runFolder: string, runAs: RunAs): string {
  const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= maxSocketPath
  if (fits(runFolder)) return runFolder
  // The path of the data folder is too long for a socket. The random name prevents squatting; `postmaster.pid` stores
  // it.
  const short = mkdtempSync(join(fits(join(tmpdir(), 'swade-XXXXXX')) ? tmpdir() : '/tmp', 'swade-'))
  makePrivate(short, runAs)
  return short
}

/**
 * Finds a server of an earlier process: it is reused when it responds, and awaited while it recovers or exits. A server
 * that does not accept connections is stopped.
 */
async function findRunningServer(folder: string): Promise<Postmaster | undefined> {
  for (let refusals = 0; ;) {
    const running = readPostmaster(folder)
    if (!running || !isServerOf(running.pid, folder)) return undefined
    if (running.isReady && (await isResponsive(running))) return running
    if (running.isReady && ++refusals > 20) await stopServer(running.pid, folder)
    await sleep(50)
  }
}

/** Returns the connection to the embedded server of a running site; undefined when none accepts connections. */
export function findReadyServer(dataDir: string): pg.ClientConfig | undefined {
  const folder = join(dataDir, 'postgres')
  const running = readPostmaster(folder)
  if (!running?.isReady || !isServerOf(running.pid, folder)) return undefined
  return connectionTo(running.socketFolder)
}

const connectionTo = (socketFolder: string) =>
  ({ host: socketFolder, port, user: 'swade', database: 'swade', ssl: false }) satisfies pg.ClientConfig

async function isResponsive({ socketFolder }: Postmaster): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(socketFolder), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ fsync: string }>('SHOW fsync')
    return rows[0]?.fsync === 'on'
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function refuseOtherVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18') {
    throw new DatabaseStartError(
      `${folder} was written by PostgreSQL ${version}; this version of the site includes 18. Migrate the data with pg_dump, or set DATABASE_URL.`,
    )
  }
}
