import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addIssue, addReaders, statesOf } from '#features/delivery/server/sending/test-issues.ts'
import { ensureBuild } from '../scripts/build.ts'
import { findRequirement } from '../scripts/test/requirements.ts'
import { startTopology, type Topology } from '../scripts/topology/start-topology.ts'
import { parseOptions, printHelp, refuseArguments } from '../scripts/usage.ts'
import { testFolder } from '../platform/database/test-folder.ts'
import { onFreePort } from '../tests/support/free-port.ts'
import { loadPages, pageKinds } from './growth/pages.ts'
import { type CoresUsed, findDatabaseProcess, findFull, measureCores, type ProcessGroups } from './growth/resources.ts'
import { median, root } from './measured-site.ts'
import { startSink } from './newsletter/processes.ts'
import { untilQuiet } from './process-watch.ts'
import { listenAsCrowd } from './stream-listeners.ts'

/*
 * Measures the effect of further processes of the topology, as ratios within one run, and which resource is full: pages
 * with one and two web processes, deliveries with one, two and three workers, and listeners with one and two web
 * processes that relay the stream. Everything, including the load, runs on this machine, so a further process can only
 * use what the others leave. Linux only; needs `wrk` and `nginx`.
 */
const usage = `Usage: npm run bench:growth -- [options] [pages] [deliveries] [listeners]

  --seconds 8       duration of each measurement of pages and of listeners
  --rounds 3        measurements per number of processes, taken in turn; the medians are compared
  --readers 1500    recipients of one newsletter issue
  --listeners 400   listeners
  --no-settle       do not wait until the worker has rendered the pages of the books`

printHelp(usage)
const { values, positionals } = parseOptions(usage, {
  allowPositionals: true,
  options: {
    'seconds': { type: 'string', default: '8' },
    'rounds': { type: 'string', default: '3' },
    'readers': { type: 'string', default: '1500' },
    'listeners': { type: 'string', default: '400' },
    'no-settle': { type: 'boolean', default: false },
  },
})
const [seconds, rounds, readers, listeners] = [values.seconds, values.rounds, values.readers, values.listeners].map(
  Number,
)
const parts = ['pages', 'deliveries', 'listeners'] as const
const unknown = positionals.find((given) => !parts.some((part) => part === given))
if (unknown !== undefined) refuseArguments(usage, `'${unknown}' is none of ${parts.join(', ')}`)
const isChosen = (name: (typeof parts)[number]) => positionals.length === 0 || positionals.includes(name)
if (isChosen('pages') && !findRequirement({ programs: ['wrk'], folders: ['/usr/bin', '/usr/local/bin'] }))
  throw new Error('wrk is not installed; on Debian or Ubuntu: apt-get install wrk')

await ensureBuild()
await using resources = new AsyncDisposableStack()
const { folder, remove } = testFolder()
resources.defer(remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void resources.disposeAsync().finally(() => process.exit(1)))
const sink = await startSink()
resources.defer(() => sink.stop())
const data = join(folder, 'topology')
mkdirSync(data)
const topology = await onFreePort((port) =>
  startTopology({
    root,
    folder: data,
    port,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      ENV_FILE: '/dev/null',
      PRICE_SOURCES: 'off',
      POSTAL_ADDRESS: '1 Plate Street',
    },
  }),
)
resources.defer(() => topology.stop())
const pool = new pg.Pool({ connectionString: topology.databaseUrl, max: 2 })
pool.on('error', () => undefined)
resources.defer(() => pool.end())
const { 'web-1': first, 'web-2': second, worker, station } = topology.processes
if (!values['no-settle']) {
  process.stderr.write('waiting until the worker is idle …\n')
  await untilQuiet(worker.pid)
}
const shared: ProcessGroups = {
  ...groupOf([first, second, station, worker]),
  database: [await findDatabaseProcess(pool)],
  load: [process.pid],
}

if (isChosen('pages')) await measurePages(topology)
if (isChosen('listeners')) await measureListeners()
if (isChosen('deliveries')) await measureDeliveries()

async function measurePages({ origin }: Topology): Promise<void> {
  for (const kind of pageKinds) {
    const page = await fetch(origin + kind.path, { headers: kind.headers })
    const bytes = (await page.arrayBuffer()).byteLength
    console.log(`\n${kind.name} (${kind.path}, ${bytes} bytes unpacked), requested from the web processes directly`)
    const measure = (webs: readonly { origin: string; pid: number; name: string }[]) =>
      measureCores(shared, () =>
        loadPages(
          webs.map((web) => web.origin),
          kind,
          seconds!,
        ),
      )
    await compare('web process', 'pages/s', [
      { count: 1, measure: () => measure([first]) },
      { count: 2, measure: () => measure([first, second]) },
    ])
  }
}

async function measureListeners(): Promise<void> {
  console.log(`\n${listeners} listeners: capacity per core of the relaying processes`)
  const measure = async (webs: readonly { origin: string; pid: number; name: string }[]) => {
    const goals = { leastKilobits: 127, longestGapMs: 1000 }
    let used: CoresUsed | undefined
    // All listeners are measured at the same time, when the last group is complete.
    const crowds = await Promise.all(
      webs.map((web) =>
        listenAsCrowd({
          url: `${web.origin}/radio/stream.mp3`,
          listeners: Math.floor(listeners! / webs.length),
          seconds: seconds!,
          goals,
          during() {
            void measureCores(shared, () => sleep(seconds! * 900)).then((measured) => (used = measured))
            return () => undefined
          },
        }),
      ),
    )
    const starved = crowds.reduce((sum, crowd) => sum + crowd.starved, 0)
    const failed = crowds.reduce((sum, { errors }) => sum + [...errors.values()].reduce((all, one) => all + one, 0), 0)
    const gapMs = Math.max(...crowds.map(({ longestGapMs }) => longestGapMs))
    if (!used) throw new Error('The listeners were not measured.')
    const busiest = Math.max(...webs.map(({ name }) => used!.groups[name]!))
    const note = `${starved} starved, ${failed} failed, longest gap ${gapMs.toFixed(0)} ms`
    return { ...used, result: listeners! / busiest, note }
  }
  await compare('relay', 'listeners/core', [
    { count: 1, measure: () => measure([first]) },
    { count: 2, measure: () => measure([first, second]) },
  ])
}

async function measureDeliveries(): Promise<void> {
  console.log(`\nan issue to ${readers} readers over one mail server on this machine`)
  await addReaders({ pool }, readers!)
  const { worker: _counted, ...others } = shared
  const workers = [worker]
  const steps: Step[] = []
  for (const count of [1, 2, 3]) {
    steps.push({
      count,
      // Workers are added between the measurements.
      async measure() {
        while (workers.length < count)
          workers.push(
            (await topology.add({
              name: `worker-${workers.length + 1}`,
              role: 'worker',
              address: `127.0.0.2${workers.length + 1}`,
            })) as typeof worker,
          )
        await sink.seen()
        return measureCores(
          { ...others, 'workers': workers.map(({ pid }) => pid), 'mail server': [sink.pid] },
          sendIssue,
        )
      },
      threads: { workers: count },
    })
  }
  await compare('worker', 'emails/s', steps, 'one after the other')
}

async function sendIssue(): Promise<number> {
  const id = await addIssue({ pool }, 'Growth', 300)
  await pool.query(`UPDATE newsletter_issues SET status = 'scheduled', due_at = now() WHERE id = $1`, [id])
  for (const until = Date.now() + 600_000; ; await sleep(200)) {
    const { sent = 0, uncertain = 0 } = await statesOf({ pool }, id)
    if (sent + uncertain === readers) break
    if (Date.now() > until) throw new Error(`Only ${sent} of ${readers} emails were sent within ten minutes.`)
  }
  const seen = await sink.seen()
  return seen.count / seen.seconds
}

type Measured = { result: number; note?: string } & CoresUsed
type Step = { count: number; measure: () => Promise<Measured>; threads?: Record<string, number> }

/** Measures each number of processes several times and prints medians, ratios to the first, and what was full. */
async function compare(what: string, unit: string, steps: readonly Step[], order = 'in turns'): Promise<void> {
  const measured = steps.map(() => [] as Measured[])
  if (order === 'in turns')
    for (let round = 0; round < rounds!; round += 1)
      for (const [at, step] of steps.entries()) measured[at]!.push(await step.measure())
  else
    for (const [at, step] of steps.entries())
      for (let round = 0; round < rounds!; round += 1) measured[at]!.push(await step.measure())
  const base = median(measured[0]!.map(({ result }) => result))
  for (const [at, { count, threads = {} }] of steps.entries()) {
    const rate = median(measured[at]!.map(({ result }) => result))
    const typical = measured[at]!.toSorted((a, b) => a.result - b.result)[Math.floor(measured[at]!.length / 2)]!
    const cores = Object.entries(typical.groups).flatMap(([name, used]) =>
      used >= 0.005 ? [`${name} ${used.toFixed(2)}`] : [],
    )
    console.log(
      `  ${count} ${what}${count > 1 ? (what.endsWith('s') ? 'es' : 's') : ''}: ${rate.toFixed(0)} ${unit}, ratio ${(rate / base).toFixed(2)}; limited by: ${findFull(typical, threads)}`,
    )
    console.log(
      `    cores: ${cores.join(', ')}; machine ${typical.machine.toFixed(2)} of ${typical.available}${typical.note ? `; ${typical.note}` : ''}`,
    )
  }
}

function groupOf(processes: readonly { name: string; pid: number }[]): ProcessGroups {
  return Object.fromEntries(processes.map(({ name, pid }) => [name, [pid]]))
}
