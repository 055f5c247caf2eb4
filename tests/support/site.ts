import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { copyDataFolder, copyPreparedFiles, newDataFolder } from './data-folder.ts'
import { onFreePort } from './free-port.ts'

const root = join(import.meta.dirname, '../..')
const startLimitMs = 60_000
const stopLimitMs = 15_000
/**
 * Lets the heap of a site grow to 512 MB before V8 collects all of it: a site lives for seconds to minutes, and
 * collections of its growing heap took a tenth of the processor time.
 */
const roomyHeap = '--initial-heap-size=512'

/** Reads the emails of a site. */
export type Outbox = () => Promise<Email[]>

/** A running built site with its own data folder. */
export type Site = {
  origin: string
  dataDir: string
  /** Returns the output of the process. */
  printed(): string
  /** Returns the sent emails, in order. */
  outbox(): Promise<Email[]>
  /** Stops it gracefully and deletes its data folder, unless it was given. */
  stop(): Promise<void>
  /** Sends a signal without waiting for its effect. */
  signal(name: NodeJS.Signals): void
  /** Kills it like a power failure; the data folder stays. */
  kill(): Promise<void>
  /** Returns the exit code; null while running or after a signal. */
  exitCode(): number | null
}

/**
 * Starts `build/server/main.js` on a free port and waits until it is ready.
 *
 * @param options.env Environment variables; the environment of this machine is not inherited.
 * @param options.dataDir Data folder of an earlier site.
 * @param options.isFresh Starts with an empty folder instead of a copy of the prepared one.
 * @param options.port Port to reuse after {@link Site.kill}.
 * @param options.folder Folder with another build and content.
 */
export function startSite(options: SiteOptions = {}): Promise<Site> {
  return options.port === undefined ? onFreePort((port) => startOn(port, options)) : startOn(options.port, options)
}

type SiteOptions = { env?: Record<string, string>; dataDir?: string; isFresh?: boolean; port?: number; folder?: string }

async function startOn(port: number, options: SiteOptions): Promise<Site> {
  const dataDir = options.dataDir ?? newSiteFolder(options)
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [roomyHeap, 'build/server/main.js'], {
    cwd: options.folder ?? root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      // A test run starts a hundred processes of the same build.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-code'),
      // A developer's settings do not apply.
      ENV_FILE: '/dev/null',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      // Visitors have external addresses.
      ALLOW_TEST_CHECKOUT: 'true',
      // Tests of prices use a fake.
      PRICE_SOURCES: 'off',
      // Tests wait for checks and conversions, which other tests would starve.
      BACKGROUND_NICENESS: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))

  const site: Site = {
    origin,
    dataDir,
    printed: () => printed,
    outbox: () => readOutbox(dataDir),
    async stop() {
      await end(child, 'SIGTERM')
      // An external database belongs to another site.
      if (!options.env?.['DATABASE_URL']) await stopLeftDatabase(dataDir)
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
    signal: (name) => void child.kill(name),
    kill: () => end(child, 'SIGKILL'),
    exitCode: () => child.exitCode,
  }
  try {
    await waitUntilReady(site, child)
    return site
  } catch (error) {
    await site.stop()
    throw new Error(`The site did not start.\n${printed}`, { cause: error })
  }
}

function newSiteFolder({ isFresh = false, env = {} }: SiteOptions): string {
  const prepared = process.env['PREPARED_DATA_DIR']
  if (!prepared || isFresh) return newDataFolder()
  if (!env['DATABASE_URL']) return copyDataFolder(prepared)
  const folder = newDataFolder()
  copyPreparedFiles(folder)
  return folder
}

async function waitUntilReady({ origin, printed }: Site, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + startLimitMs; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    // Until it reports that it listens, another process may respond on the port.
    if (!printed().includes('Swade is running.')) continue
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`/readyz did not answer within ${startLimitMs} ms`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await ended
  clearTimeout(force)
}

/** After kill -9 the embedded database keeps running by design; stop it. */
async function stopLeftDatabase(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  for (const until = Date.now() + stopLimitMs; existsSync(pidFile) && Date.now() < until; await sleep(50)) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      return // The process has ended; the file is left from a dead server.
    }
  }
}

const parsed = new Map<string, Promise<Email>>()

/** Reads all emails in the outbox of a data folder, in order. Parsed emails are cached. */
export async function readOutbox(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder).flatMap((name) => (name.endsWith('.eml') ? [join(folder, name)] : []))
  return Promise.all(
    paths.toSorted().map((path) => {
      const mail = parsed.get(path) ?? PostalMime.parse(readFileSync(path))
      parsed.set(path, mail)
      return mail
    }),
  )
}
