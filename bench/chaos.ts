import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addReaders } from '#features/delivery/server/sending/test-issues.ts'
import { ensureBuild } from '../scripts/build.ts'
import { startTopology } from '../scripts/topology/start-topology.ts'
import { parseOptions, printHelp } from '../scripts/usage.ts'
import { testFolder } from '../platform/database/test-folder.ts'
import { onFreePort } from '../tests/support/free-port.ts'
import { createClocks } from './chaos/clock.ts'
import { startChaosDatabase } from './chaos/database-server.ts'
import { listFaults } from './chaos/faults.ts'
import { judge, openEvidence, sendIssue, type SentIssue } from './chaos/judge.ts'
import { type LedgerRow, printLedger } from './chaos/ledger.ts'
import { startListener } from './chaos/listeners.ts'
import { startLoad } from './chaos/load.ts'
import { startOutsideServices } from './chaos/outside-services.ts'
import { createLoopDisk } from './chaos/loop-disk.ts'
import { cutPower } from './chaos/power-cut.ts'
import { root } from './measured-site.ts'

/*
 * `npm run chaos -- [words of the faults]`: the topology of deploy/ under load, one fault after the other, and then a
 * power cut of a site on one machine. Prints what was injected, what survived and what was lost, and fails when
 * anything was. Lost is:
 *
 * - a purchase that was acknowledged and is missing, or was not mailed exactly once;
 * - an upload that was acknowledged and whose file cannot be read;
 * - a reader who was mailed an issue twice, or not at all without being shown as uncertain;
 * - more than a second of silence of a listener;
 * - a visitor who got nothing but errors for half a minute.
 */
const usage = `Runs the topology of deploy/ under load, injects one fault after the other and prints what was lost.

  npm run chaos                 all faults
  npm run chaos -- power cut    only faults whose name contains one of these words`
printHelp(usage)
const { positionals: chosen } = parseOptions(usage, { allowPositionals: true })
const isChosen = (name: string) => chosen.length === 0 || chosen.some((word) => name.includes(word))
const readers = 100
const maxSilenceMs = 1_000

await ensureBuild()
const rows: LedgerRow[] = []
await using resources = new AsyncDisposableStack()
const { folder, remove } = testFolder()
resources.defer(remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    printLedger(rows)
    void resources.disposeAsync().finally(() => process.exit(1))
  })
const running = resources.use(new AsyncDisposableStack())
await breakTopology()
await running.disposeAsync()
if (isChosen('power cut')) rows.push(await cutPower(join(folder, 'one-machine'), resources))
if (printLedger(rows)) process.exitCode = 1

async function breakTopology(): Promise<void> {
  const data = join(folder, 'topology')
  mkdirSync(data)
  const { relay, s3, environment: services } = await startOutsideServices(running)
  const disk = createLoopDisk(join(folder, 'web-1.img'), join(data, 'web-1'), 512)
  if (typeof disk !== 'string') running.defer(() => disk.unmount())
  const database = await startChaosDatabase(join(folder, 'database'))
  running.defer(() => database.stop())
  const clocks = createClocks(folder)
  const environment = {
    ...services,
    DATABASE_URL: database.url,
    NEWSLETTER_RATE_PER_SECOND: '20',
  }
  const topology = await onFreePort((port) =>
    startTopology({
      root,
      folder: data,
      port,
      environment,
      ...(clocks && { environmentOf: (name) => clocks.environmentOf(name) }),
    }),
  )
  running.defer(() => topology.stop())
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  // Idle connections end with the faults.
  pool.on('error', () => undefined)
  running.defer(() => pool.end())
  await addReaders({ pool }, readers)
  // The first start imports the books, which is not what is tried here.
  await until(async () => (await fetch(`${topology.origin}/api/reader/indie-music-ai-guide-2`)).ok)

  const load = startLoad(topology.origin, 'chaos')
  running.defer(() => load.abort())
  const listeners = [startListener(topology.origin), startListener(topology.origin)]
  running.defer(() => listeners.forEach((listener) => listener.stop()))
  await sleep(5_000)
  const issues: SentIssue[] = []
  const injected: { fault: string; injected: string; silenceMs: number }[] = []
  const faults = listFaults({ topology, database, s3, clocks, disk }).filter(({ name }) => isChosen(name))
  if (faults.length === 0 && !isChosen('power cut')) throw new Error(`No fault has ${chosen.join(' or ')} in its name.`)
  for (const fault of faults) {
    if (fault.skipped) {
      rows.push({ fault: fault.name, injected: `skipped: ${fault.skipped}`, survived: '', lost: [] })
      continue
    }
    issues.push(await sendIssue(pool, fault.name, `Chaos ${issues.length + 1}`))
    load.begin(fault.name)
    for (const listener of listeners) listener.takeSilence()
    await sleep(2_500)
    process.stderr.write(`${fault.name} …\n`)
    const done = await fault.inject()
    await sleep(4_000)
    const [worst] = listeners.map((listener) => listener.takeSilence()).toSorted((a, b) => b.silenceMs - a.silenceMs)
    const { silenceMs } = worst!
    if (silenceMs > maxSilenceMs) process.stderr.write(`  connections of the listener: ${worst!.ended.join(', ')}\n`)
    injected.push({ fault: fault.name, injected: done, silenceMs })
    const [purchases, uploads] = ['purchase', 'upload'].map(
      (kind) => load.acknowledged.filter((one) => one.fault === fault.name && one.kind === kind).length,
    )
    process.stderr.write(`  ${done}; ${purchases} purchases, ${uploads} uploads, silence ${silenceMs.toFixed(0)} ms\n`)
  }
  const { open, evidence, close } = await openEvidence({ load, database: pool, relay, environment, folder })
  for (const { fault, injected: done, silenceMs } of injected) {
    const { survived, lost } = await judge(fault, load, issues, evidence)
    survived.push(`silence ${silenceMs.toFixed(0)} ms`)
    if (silenceMs > maxSilenceMs) lost.push(`a listener heard nothing for ${(silenceMs / 1000).toFixed(1)} s`)
    rows.push({ fault, injected: done, survived: survived.join(', '), lost })
  }
  close()
  if (open.length > 0) rows.push({ fault: 'all', injected: '', survived: '', lost: open })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 120_000; Date.now() < limit; await sleep(250))
    if (await isSo().catch(() => false)) return
  throw new Error('The site was not ready within two minutes.')
}
