import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../measured-site.ts'
import { type PacedReport, quantile, startPacedLoad } from '../paced-load.ts'
import { cpuSecondsOf } from '../process-watch.ts'

/** Requested URL and the process that serves it. */
export type Target = { url: string; pid: number }

type Round = PacedReport & { cpuMicroseconds: number }

/** The goal set by the owner. */
const goal = { perSecond: 5_000, p99Ms: 50 }
/** Warm-up time of every round: opens connections and warms up code. */
const warmSeconds = 1

/**
 * Asks each address at 5,000 requests a second, one after the other and round by round, and prints what they took: in
 * time, and in work of the process that answers, which says the same on a machine where others work too.
 *
 * @param targets By name; the one named `bare` is what the others are set against.
 * @returns Whether all but the bare one kept the goal.
 */
export async function measureAtAPace(
  targets: Record<string, Target>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<boolean> {
  const runs = Object.entries(targets).map(([name, target]) => ({ name, target, reports: [] as Round[] }))
  for (let round = 0; round < rounds; round += 1)
    for (const { target, reports } of runs) reports.push(await load(target, seconds))
  const bare = runs.find(({ name }) => name === 'bare')?.reports ?? []
  const ofBare = { p99: median(p99sOf(bare)), work: workOf(bare) }
  let isKept = true
  for (const { name, reports } of runs) {
    const p99s = p99sOf(reports)
    const perSecond = Math.min(...reports.map((report) => report.perSecond))
    const lost = reports.reduce((sum, { failures }) => sum + failures, 0)
    // A hundredth less is what is under way when the stretch ends.
    const isWell = perSecond >= goal.perSecond * 0.99 && median(p99s) <= goal.p99Ms && lost === 0
    isKept &&= isWell || name === 'bare'
    console.log(
      `  ${name === 'bare' ? ' ' : isWell ? '✓' : '✗'} ${name.padEnd(12)} ${perSecond.toFixed(0)} requests/s in the worst round, ${lost} failed; ` +
        `p50 ${median(reports.map(({ latenciesMs }) => quantile(latenciesMs, 0.5))).toFixed(2)} ms, p99 ${median(p99s).toFixed(2)} ms ` +
        `(${p99s.map((p99) => p99.toFixed(1)).join(', ')}), ${(median(p99s) / ofBare.p99).toFixed(2)} of a bare Fastify; ` +
        `${workOf(reports).toFixed(0)} µs of work a request, ${(workOf(reports) / ofBare.work).toFixed(2)} of a bare Fastify; ` +
        `the load generator was late by ${median(reports.map(({ lagP99Ms }) => lagP99Ms)).toFixed(2)} ms at p99, ${Math.max(...reports.map(({ lagWorstMs }) => lagWorstMs)).toFixed(0)} ms at most`,
    )
  }
  return isKept
}

const p99sOf = (reports: readonly PacedReport[]) => reports.map(({ latenciesMs }) => quantile(latenciesMs, 0.99))
const workOf = (reports: readonly Round[]) => median(reports.map(({ cpuMicroseconds }) => cpuMicroseconds))

async function load({ url, pid }: Target, seconds: number): Promise<Round> {
  const paced = await startPacedLoad({ urls: [url], perSecond: goal.perSecond, connections: 64 })
  await sleep(warmSeconds * 1000)
  const before = cpuSecondsOf(pid)
  const report = await paced.during(() => sleep(seconds * 1000))
  const cpuMicroseconds = ((cpuSecondsOf(pid) - before) * 1e6) / report.latenciesMs.length
  await paced.stop()
  return { ...report, cpuMicroseconds }
}
