import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { copyDataFolder, newDataFolder } from './data-folder.ts'
import { onFreePort } from './free-port.ts'

const root = join(import.meta.dirname, '../..')
const startLimitMs = 60_000
const stopLimitMs = 15_000

/** Reads the mails that a site wrote so far. */
export type Outbox = () => Promise<Email[]>

/** The built site, running as a person runs it, in a data folder of its own. */
export type Site = {
  origin: string
  dataDir: string
  /** Everything the process printed so far. */
  printed(): string
  /** The mails that were sent, in the order they were written. */
  outbox(): Promise<Email[]>
  /** Ends it kindly and takes its data folder away, unless the folder was given. */
  stop(): Promise<void>
  /** Ends it as a power cut would: no goodbye, the data folder stays. */
  kill(): Promise<void>
  /** The code it ended with: null while it runs, and where a signal ended it. */
  exitCode(): number | null
}

/**
 * Starts `build/server/main.js` on a free port and waits until it is ready.
 *
 * @param options.env Settings on top of the defaults; nothing of this machine's environment leaks in.
 * @param options.dataDir A folder of an earlier site, to start again on what it left.
 * @param options.isFresh Starts on an empty folder; otherwise, in test runs, on a copy of the prepared one.
 * @param options.port Where to listen again after {@link Site.kill}.
 * @param options.folder Another folder with a build and its content than the project's.
 */
export function startSite(options: SiteOptions = {}): Promise<Site> {
  return options.port === undefined ? onFreePort((port) => startOn(port, options)) : startOn(options.port, options)
}

type SiteOptions = { env?: Record<string, string>; dataDir?: string; isFresh?: boolean; port?: number; folder?: string }

async function startOn(port: number, options: SiteOptions): Promise<Site> {
  const dataDir = options.dataDir ?? newSiteFolder(options.isFresh)
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['build/server/main.js'], {
    cwd: options.folder ?? root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      // A story that wants prices brings a fake to ask.
      PRICE_SOURCES: 'off',
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
      await stopLeftDatabase(dataDir)
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
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

function newSiteFolder(isFresh = false): string {
  const prepared = process.env['PREPARED_DATA_DIR']
  return prepared && !isFresh ? copyDataFolder(prepared) : newDataFolder()
}

async function waitUntilReady({ origin, printed }: Site, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + startLimitMs; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    // Until it says that it listens, whoever answers there is somebody else.
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

/** After a kill -9 the embedded database lives on, as it should; a test must not leave it behind. */
async function stopLeftDatabase(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  for (const until = Date.now() + stopLimitMs; existsSync(pidFile) && Date.now() < until; await sleep(50)) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      return // Gone already: the file is what a dead server left.
    }
  }
}

const parsed = new Map<string, Promise<Email>>()

/**
 * Every mail in the outbox of a data folder, in the order they were written. A mail never changes, so each is read
 * once.
 */
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
