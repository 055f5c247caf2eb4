import { spawnSync } from 'node:child_process'
import { createReadStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findReadyServer } from '#platform/database/embedded-postgres.ts'
import { readPostmaster } from '#platform/database/postmaster-file.ts'
import { startRelay } from '../../tests/support/relay.ts'
import { startSite } from '../../tests/support/site.ts'
import { isRunning, listChildren } from './database-server.ts'
import { judge, settle } from './judge.ts'
import type { LedgerRow } from './ledger.ts'
import { startLoad } from './load.ts'
import { createLoopDisk, mountLoopDisk } from './loop-disk.ts'

const fault = 'power cut'
const loadMs = 20_000

/**
 * Stops all processes of a site on one machine under load, copies the file that holds its file system as it is, and
 * starts a site on the copy. What was only in the memory of the machine is not in the copy.
 *
 * @param folder Holds both file systems; created.
 * @param resources Receives what ends the site.
 */
export async function cutPower(folder: string, resources: AsyncDisposableStack): Promise<LedgerRow> {
  mkdirSync(folder, { recursive: true })
  const disk = createLoopDisk(join(folder, 'disk.img'), join(folder, 'disk'), 3_000)
  if (typeof disk === 'string') return { fault, injected: `skipped: ${disk}`, survived: '', lost: [] }
  let mounted = disk
  resources.defer(() => mounted.unmount())
  const relay = await startRelay()
  resources.defer(() => relay.stop())
  const env = { SMTP_URL: relay.url, POSTAL_ADDRESS: '1 Plate Street', TRUSTED_PROXIES: '127.0.0.1' }
  const before = await startSite({ env, dataDir: join(disk.folder, 'data'), isFresh: true })
  resources.defer(() => before.kill())
  const postmaster = readPostmaster(join(before.dataDir, 'postgres'))
  if (!postmaster) throw new Error('The site has no database of its own.')
  const load = startLoad(before.origin, 'power')
  load.begin(fault)
  await sleep(loadMs)
  process.stderr.write(`${fault} …\n`)
  before.signal('SIGSTOP')
  process.kill(postmaster.pid, 'SIGSTOP')
  const database = [postmaster.pid, ...listChildren(postmaster.pid)]
  for (const pid of database) process.kill(pid, 'SIGSTOP')
  load.abort()

  const image = join(folder, 'copy.img')
  const copied = spawnSync('cp', ['--sparse=always', disk.image, image], { encoding: 'utf8' })
  // None of them writes any more, since a kill is not announced.
  await before.kill()
  for (const pid of database) process.kill(pid, 'SIGKILL')
  while (database.some(isRunning)) await sleep(20)
  if (copied.status !== 0) throw new Error(copied.stderr)
  disk.unmount()
  const copy = mountLoopDisk(image, disk.folder)
  if (typeof copy === 'string') throw new Error(copy)
  mounted = copy
  const from = performance.now()
  const started = await startSite({ env, dataDir: join(copy.folder, 'data') }).catch((error: Error) => error)
  if (started instanceof Error) return { fault, injected: 'file system copied', survived: '', lost: [started.message] }
  const after = started
  const startedMs = performance.now() - from
  resources.defer(() => after.stop())
  const server = findReadyServer(after.dataDir)
  if (!server) throw new Error('The database of the copy does not run.')
  const pool = new pg.Pool({ ...server, max: 2 })
  pool.on('error', () => undefined)
  resources.defer(() => pool.end())
  const open = await settle(pool)
  const { survived, lost } = await judge(fault, load, [], {
    database: pool,
    openFile: async (key) => createReadStream(join(after.dataDir, 'files', key)),
    relay,
  })
  return {
    fault,
    injected: `file system copied as it was, site ready after ${(startedMs / 1000).toFixed(1)} s`,
    survived: survived.join(', '),
    lost: [...lost, ...open],
  }
}
