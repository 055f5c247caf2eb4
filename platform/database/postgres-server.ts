import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { syncFolder, syncTree } from '#platform/storage/sync-to-disk.ts'
import { type PostgresBinaries, serverEnvironment } from './postgres-binaries.ts'
import { removeStalePostmaster, type Postmaster, readPostmaster, isServerOf } from './postmaster-file.ts'
import type { RunAs } from './unprivileged-user.ts'

/** A PostgreSQL data folder with the program and user to run it. */
export type Cluster = { binaries: PostgresBinaries; folder: string; runAs: RunAs }

/**
 * Creates the data folder atomically: under a temporary name, synced, then renamed.
 *
 * @param statements SQL statements, run as `postgres` before the folder is renamed.
 */
export async function createCluster(cluster: Cluster, initdbOptions: string[], statements: string[]): Promise<void> {
  const { binaries, folder, runAs } = cluster
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  if (runAs) chownSync(draft, runAs.uid, runAs.gid)
  const options = { ...runAs, cwd: draft, env: serverEnvironment(binaries), encoding: 'utf8' as const }
  const run = (program: string, args: string[], input?: string) => {
    const { status, stderr, error } = spawnSync(program, args, { ...options, input })
    // A single-user server exits with 0 even when a statement fails.
    if (status !== 0 || /^.*\b(ERROR|FATAL|PANIC):/m.test(stderr)) {
      throw new Error(`the database could not be created: ${error?.message ?? stderr.trim()}`)
    }
  }
  run(binaries.initdb, [
    '-D',
    draft,
    '-U',
    'postgres',
    '--encoding=UTF8',
    '--no-sync',
    '--no-instructions',
    ...initdbOptions,
  ])
  run(binaries.postgres, ['--single', '-D', draft, 'postgres'], statements.map((one) => `${one}\n`).join(''))
  await syncTree(draft)
  renameSync(draft, folder)
  await syncFolder(dirname(folder))
}

/**
 * Starts a server and waits until it accepts connections, including recovery. It runs in its own session, so that
 * Ctrl+C does not stop it before this process is done.
 *
 * @param settings Passed as `-c name=value`, which overrides files in the folder.
 * @param logFile Appended to; truncated when it exceeds 1 MB.
 */
export async function startServer(
  { binaries, folder, runAs }: Cluster,
  settings: Record<string, string>,
  logFile: string,
): Promise<Postmaster & { onExit: (listener: () => void) => void }> {
  removeStalePostmaster(folder)
  const isLong = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 1024 * 1024
  const log = openSync(logFile, isLong ? 'w' : 'a', 0o600)
  const logStart = isLong ? 0 : statSync(logFile).size
  const args = [
    '-D',
    realpathSync(folder),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(binaries.postgres, args, {
    ...runAs,
    cwd: '/',
    env: serverEnvironment(binaries),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code, signal) => (failure ??= `ended with ${signal ?? code}`))
  for (;;) {
    const postmaster = readPostmaster(folder)
    if (postmaster?.pid === child.pid && postmaster?.isReady) {
      return { ...postmaster, onExit: (listener) => void (failure ? listener() : child.once('exit', listener)) }
    }
    if (failure) {
      const output = readFileSync(logFile).subarray(logStart).toString().trim()
      throw new Error(`PostgreSQL did not start: ${output || failure}`)
    }
    await sleep(15)
  }
}

/**
 * Stops the server of a folder: open transactions are rolled back, committed data is written. After `patienceMs` the
 * server is killed, which only costs a recovery at the next start.
 */
export async function stopServer(pid: number, folder: string, patienceMs = 20_000): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!isServerOf(pid, folder)) return
    process.kill(pid, signal)
    const deadline = performance.now() + waitMs
    while (isServerOf(pid, folder) && performance.now() < deadline) await sleep(15)
  }
}
