import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addReaders } from '#features/delivery/server/sending/test-issues.ts'
import { ensureBuild } from '../scripts/build.ts'
import { findRequirement, requirements } from '../scripts/test/requirements.ts'
import { startTopology, type ProcessName } from '../scripts/topology/start-topology.ts'
import { parseOptions, printHelp } from '../scripts/usage.ts'
import { testFolder } from '../platform/database/test-folder.ts'
import { launchChromium } from '../tests/support/browser.ts'
import { onFreePort } from '../tests/support/free-port.ts'
import { judge, openEvidence, sendIssue, type SentIssue } from './chaos/judge.ts'
import { startListener } from './chaos/listeners.ts'
import { startLoad } from './chaos/load.ts'
import { startOutsideServices } from './chaos/outside-services.ts'
import { root } from './measured-site.ts'
import { buildChangedRelease } from './rolling/changed-release.ts'
import { createHostCheck, readRelease, type Release } from './rolling/hashed-files.ts'
import { formatSteps, type RollingRow } from './rolling/ledger.ts'
import { replaceProcess } from './rolling/replace-process.ts'
import { openTab, readHeadings, type Tab } from './rolling/tab.ts'
import { startVisitors } from './rolling/visitors.ts'

/*
 * Rolls a second release out over the processes of deploy/compose.yaml and back again, one process after the other,
 * under load. Counts what was lost, and fails when anything was:
 *
 * - a request that was not answered, or with an error, also when sending it again helped;
 * - a hashed file of either release that a host of either release did not serve as its own;
 * - a purchase, an upload or a subscription that was acknowledged and is missing, or was not mailed exactly once;
 * - a reader who was mailed an issue twice or never;
 * - more than a second of silence of a listener;
 * - a page of a browser tab that was opened before, during or after a change and did not work.
 */
const usage = `Usage: npm run bench:rolling -- [--to FOLDER] [--one-way]

Rolls a changed copy of this release out over the processes of deploy/compose.yaml and back, and prints what was lost.

  --to FOLDER   a built copy of another release, instead of a changed copy of this one
  --one-way     do not roll back`
const silenceLimitMs = 1_000
const readers = 100

printHelp(usage)
const { values } = parseOptions(usage, {
  options: { 'to': { type: 'string' }, 'one-way': { type: 'boolean', default: false } },
})
for (const requirement of [requirements.nginx, requirements.chromium])
  if (!findRequirement(requirement)) throw new Error(`${requirement.name} is not installed.`)

await ensureBuild()
await using resources = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void resources.disposeAsync().finally(() => process.exit(1)))
const { folder, remove } = testFolder()
resources.defer(remove)
if (!values.to) {
  process.stderr.write('building the second release …\n')
  await buildChangedRelease(root, join(folder, 'release'))
}
const first = readRelease('A', root)
const second = readRelease('B', values.to ?? join(folder, 'release'))
const releases = [first, second]
const onlyIn = (one: Release, other: Release) => [...one.hashedFiles].filter((name) => !other.hashedFiles.has(name))
const [onlyFirst, onlySecond] = [onlyIn(first, second).length, onlyIn(second, first).length]
if (onlyFirst === 0 || onlySecond === 0) throw new Error('The releases do not differ in their hashed files.')
console.log(
  releases.map(({ name, version, hashedFiles }) => `${name}: ${version}, ${hashedFiles.size} hashed files`).join('; ') +
    `; ${onlyFirst} only in A, ${onlySecond} only in B`,
)

const data = join(folder, 'topology')
mkdirSync(data)
const { relay, environment: services } = await startOutsideServices(resources)
const environment = {
  ...services,
  NEWSLETTER_RATE_PER_SECOND: '20',
  // As in compose.yaml.
  SHUTDOWN_DELAY_SECONDS: '3',
}
process.stderr.write('starting A …\n')
const topology = await onFreePort((port) => startTopology({ root, folder: data, port, environment }))
resources.defer(() => topology.stop())
const { origin } = topology
const pool = new pg.Pool({ connectionString: topology.databaseUrl, max: 2 })
pool.on('error', () => undefined)
resources.defer(() => pool.end())
await addReaders({ pool }, readers)
// The first start imports the books, which is not what is tried here.
const hasBooks = () =>
  fetch(`${origin}/api/reader/indie-music-ai-guide-2`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
for (const limit = Date.now() + 600_000; !(await hasBooks()); await sleep(250))
  if (Date.now() > limit) throw new Error('The site was not ready within ten minutes.')

const running: Record<ProcessName, Release> = { 'web-1': first, 'web-2': first, 'worker': first, 'station': first }
const checkHosts = createHostCheck()
const load = startLoad(origin, 'rolling')
resources.defer(() => load.abort())
const visitors = startVisitors(origin, releases, 2)
resources.defer(() => visitors.stop())
const listeners = [startListener(origin), startListener(origin)]
resources.defer(() => listeners.forEach((listener) => listener.stop()))
const browser = await launchChromium(origin)
resources.defer(() => browser.close())
const headings = await readHeadings(origin)
const open = (name: string) => openTab(browser, { origin, name, headings })

const rows: RollingRow[] = []
const losses: string[] = []
const issues: SentIssue[] = []
const logErrors: string[] = []
const wanderer = await open('the tab that navigates all the time')
let sleeper = await open('the tab of A that waited')

await step('A before', () => checkFiles([first]), [wanderer])
await roll(first, second)
if (!values['one-way']) {
  sleeper = await open('the tab of B that waited')
  await roll(second, first)
}
await finish()

/** Replaces all processes, one after the other. */
async function roll(from: Release, to: Release): Promise<void> {
  const replace = (name: ProcessName) =>
    step(
      `${name} → ${to.name}`,
      async () => {
        const before = topology.processes[name]
        const { done, lost } = await replaceProcess(topology, name, to)
        logErrors.push(...errorsOf(before))
        losses.push(...lost)
        running[name] = to
        return { done, lostFiles: [] }
      },
      [wanderer],
    )
  await replace('web-1')
  const mixed = await open(`a tab opened while web-1 ran ${to.name} and web-2 ${from.name}`)
  await step(`${to.name} and ${from.name}`, () => checkFiles(releases), [wanderer, mixed])
  await replace('web-2')
  issues.push(await sendIssue(pool, `worker → ${to.name}`, `Rolling ${issues.length + 1}`))
  await replace('worker')
  await replace('station')
  await step(`${to.name} everywhere`, () => checkFiles(releases), [wanderer, sleeper, mixed])
  await Promise.all([sleeper.close(), mixed.close()])
}

type Outcome = { done: string; lostFiles: readonly string[] }

/** Runs one step while tabs take their tour, and adds its row. */
async function step(name: string, act: () => Promise<Outcome>, tabs: readonly Tab[]): Promise<void> {
  process.stderr.write(`${name} …\n`)
  load.begin(name)
  for (const listener of listeners) listener.takeSilence()
  visitors.take()
  const touring = Promise.all(tabs.map((tab) => tab.tour()))
  const { done, lostFiles } = await act()
  await touring
  // Effects of the step on the proxy belong to its row.
  await sleep(2_500)
  const visits = visitors.take()
  const toured = tabs.map((tab) => tab.take())
  const silenceMs = Math.max(...listeners.map((listener) => listener.takeSilence().silenceMs))
  const say = (all: readonly string[]) => losses.push(...all.map((one) => `${name}: ${one}`))
  say([...visits.failedPages, ...lostFiles, ...visits.lostFiles, ...toured.flatMap(({ broken }) => broken)])
  if (silenceMs > silenceLimitMs) say([`a listener heard nothing for ${(silenceMs / 1000).toFixed(1)} s`])
  const rendered = [...visits.pagesOf].map(([release, count]) => `${count} pages of ${release}`)
  rows.push({
    step: name,
    done: [done, ...rendered].join(', '),
    requests: visits.pages,
    failedRequests: visits.failedPages.length,
    files: visits.files,
    lostFiles: lostFiles.length + visits.lostFiles.length,
    actions: 0,
    lostActions: 0,
    silenceMs,
    navigations: toured.reduce((sum, { navigations }) => sum + navigations, 0),
    documents: toured.reduce((sum, { documents }) => sum + documents, 0),
    brokenPages: toured.reduce((sum, { broken }) => sum + broken.length, 0),
  })
}

async function checkFiles(of: readonly Release[]): Promise<Outcome> {
  const hosts = (['web-1', 'web-2'] as const).map((name) => ({
    name,
    origin: topology.processes[name].origin,
    release: running[name],
  }))
  const { asked, foreign, lost } = await checkHosts(hosts, of)
  return { done: `${asked} files requested from the hosts, ${foreign} of them from the other release`, lostFiles: lost }
}

/** Ends the load, adds the outcome of its requests to the rows, and prints everything. */
async function finish(): Promise<void> {
  await visitors.stop()
  const { open: unsettled, evidence, close } = await openEvidence({ load, database: pool, relay, environment, folder })
  for (const row of rows) {
    const { lost } = await judge(row.step, load, issues, evidence)
    const counts = load.attempts.get(row.step)!
    row.actions = load.acknowledged.filter(({ fault }) => fault === row.step).length
    row.lostActions = lost.length
    row.requests += counts.pages + counts.sentAgain.length + row.actions
    row.failedRequests += counts.failedPages.length + counts.sentAgain.length
    losses.push(...lost.map((one) => `${row.step}: ${one}`))
    losses.push(...counts.failedPages.map((page) => `${row.step}: ${page}`))
    losses.push(...counts.sentAgain.map((request) => `${row.step}: sent again: ${request}`))
  }
  close()
  for (const one of Object.values(topology.processes)) logErrors.push(...errorsOf(one))
  losses.push(...unsettled, ...logErrors.map((line) => `error in a log: ${line.slice(0, 300)}`))
  console.log(`\n${formatSteps(rows)}\n`)
  for (const line of [...new Set(losses)].slice(0, 60)) console.log(`  ${line}`)
  console.log(losses.length === 0 ? 'Nothing was lost.' : `${losses.length} losses.`)
  if (losses.length > 0) process.exitCode = 1
}

function errorsOf({ name, printed }: { name: string; printed(): string }): string[] {
  const lines = printed().split('\n')
  return lines.filter((line) => /^\{"level":(50|60),/.test(line)).map((line) => `${name}: ${line}`)
}
