import { spawnSync } from 'node:child_process'
import { createReadStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findReadyServer } from '#platform/database/embedded-postgres.ts'
import { readPostmaster } from '#platform/database/postmaster-file.ts'
import { startRelay } from '../../tests/support/relay.ts'
import { startSite } from '../../tests/support/site.ts'
import { listChildren } from './database-server.ts'
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
 */
export async function cutPower(folder: string): Promise<LedgerRow> {
  await using resources = new AsyncDisposableStack()
  mkdirSync(folder, { recursive: true })
  const disk = createLoopDisk(join(folder, 'disk.img'), join(folder, 'disk'), 3_000)
  if (typeof disk === 'string') return { fault, injected: `skipped: ${disk}`, survived: '', lost: [] }
  resources.defer(() => disk.unmount())
  const relay = await startRelay()
  resources.defer(() => relay.stop())
  const env = { SMTP_URL: relay.url, POSTAL_ADDRESS: '1 Plate Street', TRUSTED_PROXIES: '127.0.0.1' }
  const before = await startSite({ env, dataDir: join(disk.folder, 'data'), isFresh: true })
  const postmaster = readPostmaster(join(before.dataDir, 'postgres'))
  if (!postmaster) throw new Error('The site has no database of its own.')
  resources.defer(async () => {
    const left = [postmaster.pid, ...childrenOf(postmaster.pid)]
    await before.kill()
    for (const pid of left) killQuietly(pid)
    await sleep(500)
  })
  const load = startLoad(before.origin, 'power')
  load.begin(fault)
  await sleep(loadMs)
  process.stderr.write(`${fault} …\n`)
  before.signal('SIGSTOP')
  process.kill(postmaster.pid, 'SIGSTOP')
  for (const pid of childrenOf(postmaster.pid)) process.kill(pid, 'SIGSTOP')
  load.abort()

  const image = join(folder, 'copy.img')
  const copied = spawnSync('cp', ['--sparse=always', disk.image, image], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr)
  const copy = mountLoopDisk(image, join(folder, 'copy'))
  if (typeof copy === 'string') throw new Error(copy)
  resources.defer(() => copy.unmount())
  const from = performance.now()
  const after = await startSite({ env, dataDir: join(copy.folder, 'data') })
  const startedMs = performance.now() - from
  resources.defer(() => after.stop())
  const server = findReadyServer(after.dataDir)
  if (!server) throw new Error('The database of the copy does not run.')
  const database = new pg.Pool({ ...server, max: 2 })
  database.on('error', () => undefined)
  resources.defer(() => database.end())
  const open = await settle(database)
  const { survived, lost } = await judge(fault, load, [], {
    database,
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

function childrenOf(pid: number): number[] {
  try {
    return listChildren(pid)
  } catch {
    return []
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
