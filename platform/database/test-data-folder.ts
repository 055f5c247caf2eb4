import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { openDatabase } from './open-database.ts'
import { testFolder } from './test-folder.ts'

const silent = { info: () => {}, warn: () => {} }

/** Prepared data folders to be copied, because creating one takes seconds. */
const prepared: Record<string, Promise<string>> = {}

async function prepare(prefer?: 'pglite'): Promise<string> {
  const { folder } = testFolder()
  const dataDir = join(folder, 'data')
  const database = await openDatabase({ dataDir, migrationsDir: writeMigrations(folder), log: silent, prefer })
  await database.close()
  return dataDir
}

function writeMigrations(folder: string): string {
  const migrationsDir = join(folder, 'migrations')
  mkdirSync(migrationsDir)
  writeFileSync(join(migrationsDir, '0000_signups.sql'), 'CREATE TABLE signups (email text PRIMARY KEY);')
  return migrationsDir
}

/**
 * Creates a data folder and migrations for the running test, with functions to open, share and kill the database in it.
 * Everything is removed when the test ends.
 */
export async function testDataFolder({ within, prefer }: { within?: string; prefer?: 'pglite' } = {}) {
  const site = emptyTestDataFolder({ within })
  const origin = await (prepared[prefer ?? 'postgres'] ??= prepare(prefer))
  execFileSync('cp', ['-a', origin, site.dataDir])
  return site
}

/** Like {@link testDataFolder}, for tests of the very first start. */
export function emptyTestDataFolder({ within }: { within?: string | undefined } = {}) {
  const { folder, remove } = testFolder(within)
  onTestFinished(remove)
  const dataDir = join(folder, 'data')
  const migrationsDir = writeMigrations(folder)
  return { folder, dataDir, migrationsDir, open, start }

  async function open() {
    const database = await openDatabase({ dataDir, migrationsDir, log: silent })
    onTestFinished(() => database.close())
    return database
  }

  /** Opens the database in a process of its own. */
  async function start() {
    const script = join(import.meta.dirname, 'test-process.ts')
    const child = spawn(process.execPath, [script, dataDir, migrationsDir], { stdio: ['pipe', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let complaint = ''
    child.stderr.on('data', (chunk) => (complaint += chunk))
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const exited = once(child, 'close').then(([code]) => code as number | null)
    const first = await lines.next()
    return {
      pid: child.pid ?? 0,
      /** undefined when it did not start; `exitCode` and `complaint` contain the reason. */
      kind: first.done ? undefined : (JSON.parse(first.value ?? '{}') as { kind: string }).kind,
      exited,
      complaint: () => complaint,
      async query(sql: string): Promise<Record<string, unknown>[]> {
        child.stdin.write(`${sql}\n`)
        return JSON.parse((await lines.next()).value ?? '[]')
      },
      async kill() {
        child.kill('SIGKILL')
        await exited
      },
      async end() {
        child.stdin.end()
        return exited
      },
    }
  }
}
