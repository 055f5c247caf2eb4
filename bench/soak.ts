import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addReaders } from '#features/delivery/server/sending/test-issues.ts'
import { testFolder } from '#platform/database/test-folder.ts'
import { ensureBuild } from '../scripts/build.ts'
import { startTopology } from '../scripts/topology/start-topology.ts'
import { parseOptions, printHelp } from '../scripts/usage.ts'
import { onFreePort } from '../tests/support/free-port.ts'
import { judge, openEvidence, sendIssue, type SentIssue } from './chaos/judge.ts'
import { startListener } from './chaos/listeners.ts'
import { startLoad } from './chaos/load.ts'
import { startOutsideServices } from './chaos/outside-services.ts'
import { startUnsubscribers } from './chaos/unsubscribers.ts'
import { type MemorySample, memorySlope } from './growth/memory-slope.ts'
import { residentMb, root } from './measured-site.ts'

/*
 * `npm run bench:soak`: visitors who read, buy, upload and subscribe, listeners, and newsletter issues, on the
 * processes of deploy/compose.yaml for two hours. Counts errors and losses, and prints how fast the memory of each
 * process grows. Linux only; needs `nginx`. It can be interrupted, and then prints what it has measured.
 */
const usage = `Usage: npm run bench:soak -- [--minutes 120] [--warm-up 10] [--listeners 20] [--readers 100]

--minutes    duration of the load
--warm-up    first minutes, in which memory growth is ignored because caches fill
--listeners  people who listen to the station all the time
--readers    recipients of every issue, one a minute; people who subscribe meanwhile leave after their second issue`
const goals = { megabytesPerMinute: 0.5, minutes: 60, silenceMs: 1_000 }
const sampleMs = 5_000

printHelp(usage)
const { values } = parseOptions(usage, {
  options: {
    'minutes': { type: 'string', default: '120' },
    'warm-up': { type: 'string', default: '10' },
    'listeners': { type: 'string', default: '20' },
    'readers': { type: 'string', default: '100' },
  },
})
const [minutes, warmUp, listenerCount, readers] = [
  values.minutes,
  values['warm-up'],
  values.listeners,
  values.readers,
].map((value) => {
  const number = Number(value)
  if (Number.isFinite(number) && number > 0) return number
  console.error(`${value} is not a number above zero.\n\n${usage}`)
  process.exit(2)
}) as [number, number, number, number]

await ensureBuild()
await using resources = new AsyncDisposableStack()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isInterrupted = true))
const { folder, remove } = testFolder()
resources.defer(remove)
const data = join(folder, 'topology')
mkdirSync(data)
const { relay, environment } = await startOutsideServices(resources, headersOf)
const topology = await onFreePort((port) => startTopology({ root, folder: data, port, environment }))
resources.defer(() => topology.stop())
const pool = new pg.Pool({ connectionString: topology.databaseUrl, max: 2 })
pool.on('error', () => undefined)
resources.defer(() => pool.end())
await addReaders({ pool }, readers)

const load = startLoad(topology.origin, 'soak')
resources.defer(() => load.abort())
load.begin('soak')
const unsubscribers = startUnsubscribers(relay, 'soak-reader-', 2)
resources.defer(() => unsubscribers.stop())
const listeners = Array.from({ length: listenerCount }, () => startListener(topology.origin))
resources.defer(() => listeners.forEach((listener) => listener.stop()))
const processes = Object.values(topology.processes)
const samples = new Map(processes.map(({ name }) => [name, [] as MemorySample[]]))
const issues: SentIssue[] = []
const beganMs = performance.now()
const elapsedMs = () => performance.now() - beganMs
let nextReportMs = 0
let silenceMs = 0
// A player starts with an empty buffer.
await sleep(2_000)
for (const listener of listeners) listener.takeSilence()
for (let atMs = 0; atMs < minutes * 60_000 && !isInterrupted; atMs = elapsedMs()) {
  for (const { name, pid } of processes) samples.get(name)!.push({ atMs, megabytes: residentMb(pid) })
  for (const listener of listeners) silenceMs = Math.max(silenceMs, listener.takeSilence().silenceMs)
  if (issues.length <= atMs / 60_000) {
    issues.push(await sendIssue(pool, 'soak', `Soak ${issues.length + 1}`, 300))
  }
  if (atMs >= nextReportMs) {
    nextReportMs += 5 * 60_000
    const memory = processes.map(({ name }) => `${name} ${samples.get(name)!.at(-1)!.megabytes.toFixed(0)} MB`)
    process.stderr.write(`${(atMs / 60_000).toFixed(0)} min: ${memory.join(', ')}\n`)
  }
  await sleep(sampleMs)
}
const lengthMinutes = elapsedMs() / 60_000

const { open, evidence, close } = await openEvidence({ load, database: pool, relay, environment, folder })
const { survived: all, lost } = await judge('soak', load, issues, evidence)
// Of each issue there is an entry.
const survived = all.filter((one) => !/^\d+ readers/.test(one))
const emails = all.reduce((sum, one) => sum + Number(/^(\d+) readers/.exec(one)?.[1] ?? 0), 0)
close()
await unsubscribers.stop()
const left = unsubscribers.judge(issues)
lost.push(...open, ...left.lost)
if (silenceMs > goals.silenceMs) lost.push(`a listener heard nothing for ${(silenceMs / 1000).toFixed(1)} s`)

console.log(`\n${lengthMinutes.toFixed(1)} minutes, ${listenerCount} listeners, ${issues.length} issues`)
console.log(
  `  done: ${survived.join(', ')}, ${left.count} unsubscribed, ${emails} newsletter emails, silence ${silenceMs.toFixed(0)} ms`,
)
for (const { name, printed } of processes) {
  const errors = printed()
    .split('\n')
    .filter((line) => /^\{"level":(50|60),/.test(line))
  console.log(`  ${name.padEnd(8)} ${errors.length} errors in its log, ${describeMemory(samples.get(name)!)}`)
  for (const line of errors.slice(0, 3)) console.log(`    ${line.slice(0, 300)}`)
  if (errors.length > 0) process.exitCode = 1
}
console.log(lost.length === 0 ? '  lost: nothing' : `  lost:\n    ${lost.join('\n    ')}`)
if (lost.length > 0) process.exitCode = 1

/**
 * Returns the header lines that the evaluation reads. Emails of two hours do not fit into memory as a whole.
 */
function headersOf(email: Buffer): string {
  const headers = email.toString('latin1', 0, email.indexOf('\r\n\r\n') + 2).replaceAll(/\r\n[ \t]+/g, ' ')
  const lines = headers.match(/\r\n(?:Subject|List-Unsubscribe): [^\r]*/gi) ?? []
  // A slice of a string would keep the whole string in memory.
  return Buffer.from(`${lines.join('')}\r\n`, 'latin1').toString('latin1')
}

function describeMemory(all: readonly MemorySample[]): string {
  const slope = memorySlope(all, warmUp * 60_000)
  const highest = Math.max(...all.map(({ megabytes }) => megabytes))
  const range = `${all[0]?.megabytes.toFixed(0)} MB at first, ${highest.toFixed(0)} MB at most`
  if (slope === undefined) return `${range}; too short for a slope after ${warmUp} minutes`
  // Over a few minutes a garbage collection weighs more than a leak.
  const counts = lengthMinutes >= goals.minutes
  if (counts && slope > goals.megabytesPerMinute) process.exitCode = 1
  return `${range}; ${slope.toFixed(2)} MB/min after ${warmUp} minutes (goal: ${goals.megabytesPerMinute} at most${counts ? '' : `, judged from ${goals.minutes} minutes on`})`
}
