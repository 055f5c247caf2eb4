import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { openDatabase } from './open-database.ts'
import { testFolder } from './test-folder.ts'

const silent = { info: () => {}, warn: () => {} }

/**
 * A data folder and migrations of its own for the running test, with what it takes to open, share and
 * kill the database in it. All of it is gone when the test ends.
 */
export function testSite({ within }: { within?: string } = {}) {
  const { folder, remove } = testFolder(within)
  onTestFinished(remove)
  const dataDir = join(folder, 'data')
  const migrationsDir = join(folder, 'migrations')
  mkdirSync(migrationsDir)
  writeFileSync(join(migrationsDir, '0000_signups.sql'), 'CREATE TABLE signups (email text PRIMARY KEY);')
  return { folder, dataDir, migrationsDir, open, start }

  async function open(options: { prefer?: 'pglite' } = {}) {
    const database = await openDatabase({ dataDir, migrationsDir, log: silent, ...options })
    onTestFinished(() => database.close())
    return database
  }

  /** Opens the database in a process of its own. */
  async function start(prefer = '') {
    const script = join(import.meta.dirname, 'test-process.ts')
    const child = spawn(process.execPath, [script, dataDir, migrationsDir, prefer], { stdio: ['pipe', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let complaint = ''
    child.stderr.on('data', (chunk) => (complaint += chunk))
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const exited = once(child, 'close').then(([code]) => code as number | null)
    const first = await lines.next()
    return {
      pid: child.pid ?? 0,
      /** undefined when it refused to start; `exitCode` and `complaint` say why. */
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
