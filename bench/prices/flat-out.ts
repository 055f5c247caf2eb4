import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { median } from '../measured-site.ts'
import type { Target } from './at-a-pace.ts'

/**
 * Asks each address with 64 connections as fast as it answers, one after the other and round by round, and prints what
 * went through. The p99 is that of a process with more to do than it can.
 *
 * @param targets By name; the one named `bare` is what the others are set against.
 */
export async function measureFlatOut(
  targets: Record<string, Target>,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  const runs = Object.entries(targets).map(([name, { url }]) => ({
    name,
    url,
    results: [] as { perSecond: number; p99Ms: number }[],
  }))
  for (let round = 0; round < rounds; round += 1)
    for (const { url, results } of runs) results.push(await load(url, seconds))
  const middle = (results: { perSecond: number }[]) => median(results.map(({ perSecond }) => perSecond))
  const ofBare = middle(runs.find(({ name }) => name === 'bare')?.results ?? [])
  for (const { name, results } of runs) {
    const p99Ms = median(results.map((one) => one.p99Ms))
    console.log(
      `    ${name.padEnd(12)} ${middle(results).toFixed(0).padStart(7)} requests/s, p99 ${p99Ms.toFixed(1)} ms (worst round ${Math.max(...results.map((one) => one.p99Ms)).toFixed(1)}), ${(middle(results) / ofBare).toFixed(2)} of a bare Fastify`,
    )
  }
}

async function load(url: string, seconds: number): Promise<{ perSecond: number; p99Ms: number }> {
  // Not in one go: the fake answers from this process.
  const { stdout: printed } = await promisify(execFile)('wrk', ['-t1', '-c64', `-d${seconds}s`, '--latency', url])
  if (/Non-2xx/.test(printed)) throw new Error(printed)
  const [, figure = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(printed) ?? []
  const inMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1]),
    p99Ms: Number(figure) * (inMs[unit] ?? Number.NaN),
  }
}
