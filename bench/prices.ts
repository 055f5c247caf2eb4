import { execFile, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openPriceDouble } from '../tests/support/price-double.ts'
import { ensureBuild } from '../scripts/build.ts'
import { freePort, median, root, scratchFolder, startMeasuredSite } from './measured-site.ts'

/*
 * Prices and now-playing at 5,000 requests a second and flat out, with services that answer and with services that hang, beside a bare Fastify
 * that sends the same bytes, in turns. Needs `wrk`. Goals: 5,000 requests/s with p99 ≤ 50 ms; one question upstream an interval.
 */
ensureBuild()
const solMint = 'So11111111111111111111111111111111111111112'
const rounds = 5
const seconds = 4

const double = await openPriceDouble()
double.answer('jupiter', { prices: { [solMint]: { usd: 147.48, change: 1.29, liquidityUsd: 6e8 } } })
const data = scratchFolder()
const site = await startMeasuredSite(data.path, double.env)
const paths = { 'prices': '/api/tokens/prices', 'now-playing': '/api/radio/now-playing', 'a page': '/tokens' } as const
while (!(await (await fetch(site.origin + paths.prices)).text()).includes('147.48')) await sleep(100)
const bare = await startBare(Buffer.from(await (await fetch(site.origin + paths.prices)).arrayBuffer()))

for (const upstream of ['answers', 'hangs'] as const) {
  if (upstream === 'hangs')
    for (const service of ['jupiter', 'dexscreener', 'coingecko'] as const) double.answer(service, { fault: 'hang' })
  console.log(`upstream ${upstream}`)
  const runs: Record<string, { perSecond: number; p99Ms: number }[]> = {
    bare: [],
    ...Object.fromEntries(Object.keys(paths).map((name) => [name, []])),
  }
  for (let round = 0; round < rounds; round += 1) {
    runs['bare']!.push(await load(`${bare.origin}/`))
    for (const [name, path] of Object.entries(paths)) runs[name]!.push(await load(site.origin + path))
  }
  const ofBare = median(runs['bare']!.map(({ perSecond }) => perSecond))
  for (const [name, results] of Object.entries(runs)) {
    const perSecond = median(results.map((one) => one.perSecond))
    const p99Ms = median(results.map((one) => one.p99Ms))
    console.log(
      `  ${name.padEnd(12)} ${perSecond.toFixed(0).padStart(7)} requests/s, p99 ${p99Ms.toFixed(1)} ms (worst round ${Math.max(...results.map((one) => one.p99Ms)).toFixed(1)}), ${(perSecond / ofBare).toFixed(2)} of a bare Fastify`,
    )
  }
}
const asked = double.asked.filter(({ service }) => service === 'jupiter').map(({ atMs }) => atMs)
const gaps = asked.slice(1).map((atMs, index) => (atMs - asked[index]!) / 1000)
console.log(`upstream was asked ${asked.length} times, ${gaps.map((gap) => gap.toFixed(1)).join(', ')} s apart`)

bare.stop()
await site.stop()
await double.close()
data.remove()

async function load(url: string): Promise<{ perSecond: number; p99Ms: number }> {
  // Not in one go: the double answers from this process.
  const { stdout: printed } = await promisify(execFile)('wrk', ['-t1', '-c64', `-d${seconds}s`, '--latency', url])
  if (/Non-2xx/.test(printed)) throw new Error(printed)
  const [, figure = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(printed) ?? []
  const inMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1]), p99Ms: Number(figure) * (inMs[unit] ?? Number.NaN) }
}

/** Fastify as it comes, with one route that sends these bytes from memory. */
async function startBare(body: Buffer): Promise<{ origin: string; stop(): void }> {
  const port = await freePort()
  const program = `import Fastify from 'fastify'
const body = Buffer.from('${body.toString('base64')}', 'base64')
const app = Fastify()
app.get('/', (_request, reply) => reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).send(body))
await app.listen({ port: ${port}, host: '127.0.0.1' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(origin).catch(() => undefined))?.ok) await sleep(20)
  return { origin, stop: () => void child.kill() }
}
