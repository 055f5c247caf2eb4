import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The project's folder. */
export const root = resolve(import.meta.dirname, '..')

/** The built site, running in a separate process on a free port. */
export type MeasuredSite = { origin: string; pid: number; readyMs: number; stop(): Promise<void> }

/**
 * Starts the built site and waits for its first 200.
 *
 * @param environment Settings on top of the defaults.
 * @param options.port By default a free one.
 * @param options.folder Copy of the built site with other content.
 * @returns `readyMs`: from the start of the process to the first page answered.
 */
export async function startMeasuredSite(
  dataDir: string,
  environment: Record<string, string> = {},
  { port: given, folder = root }: { port?: number; folder?: string } = {},
): Promise<MeasuredSite> {
  const port = given ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  const from = performance.now()
  const child = spawn(process.execPath, ['build/server/main.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      // A developer's settings do not apply.
      ENV_FILE: '/dev/null',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ALLOW_TEST_CHECKOUT: 'true',
      PRICE_SOURCES: 'off',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while ((await fetch(origin).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`the site exited with code ${child.exitCode}`)
    await sleep(5)
  }
  const readyMs = performance.now() - from
  return { origin, pid: child.pid ?? 0, readyMs, stop: () => end(child) }
}

/**
 * Creates a data folder for one measurement. Under root the database runs as a separate user, which must be able to
 * access the folder.
 */
export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'swade-bench-'))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}
