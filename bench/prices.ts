import { setTimeout as sleep } from 'node:timers/promises'
import { solMint } from '#features/tokens/prices.ts'
import { startPriceFake, type PriceScript, type PriceService } from '#tests/support/price-fake.ts'
import { ensureBuild } from '../scripts/build.ts'
import { readParts } from '../scripts/usage.ts'
import { scratchFolder, startMeasuredSite } from './measured-site.ts'
import { measureAtAPace } from './prices/at-a-pace.ts'
import { measureBadReplies } from './prices/bad-replies.ts'
import { startBare } from './prices/bare-fastify.ts'
import { measureFlatOut } from './prices/flat-out.ts'
import { untilQuiet } from './process-watch.ts'

/*
 * Measures three parts, or the named ones: `npm run bench:prices -- pace bad`. ROUNDS (5) of SECONDS (4) each. `pace`:
 * prices, now-playing and a page at 5,000 requests a second beside a bare Fastify that sends the bytes of the prices,
 * with services that respond, hang or fail. `flat`: the same at full speed; needs `wrk`. `bad`: pages while the
 * services send all the bad replies of the tests. Goals: 5,000 requests/s with p99 ≤ 50 ms; one upstream request per
 * interval; a value or N/A on every page, and the p99 of pages unchanged.
 */
const usage = `Usage: npm run bench:prices -- [pace] [flat] [bad]

  pace   5,000 requests a second, while the price services respond, hang or fail
  flat   as many requests as possible; needs wrk
  bad    requests for pages, while the price services send invalid replies`
const wanted = readParts(usage, ['pace', 'flat', 'bad'])
const isWanted = (part: (typeof wanted)[number]) => wanted.includes(part)
const measure = { rounds: Number(process.env.ROUNDS ?? 5), seconds: Number(process.env.SECONDS ?? 4) }

await ensureBuild()
let isKept = true
if (isWanted('pace') || isWanted('flat')) isKept = await measureRequests()
if (isWanted('bad')) isKept = (await measureBadReplies({ stretchSeconds: measure.rounds * measure.seconds })) && isKept
process.exit(isKept ? 0 : 1)

async function measureRequests(): Promise<boolean> {
  const fake = await startPriceFake()
  fake.answer('jupiter', { prices: { [solMint]: { usd: 147.48, change: 1.29, liquidityUsd: 6e8 } } })
  const data = scratchFolder()
  const site = await startMeasuredSite(data.path, fake.env)
  const prices = `${site.origin}/api/tokens/prices`
  while (!(await (await fetch(prices)).text()).includes('147.48')) await sleep(100)
  await untilQuiet(site.pid)
  const bare = await startBare(Buffer.from(await (await fetch(prices)).arrayBuffer()))
  const { pid } = site
  const targets = {
    'bare': { url: `${bare.origin}/`, pid: bare.pid },
    'prices': { url: prices, pid },
    'now-playing': { url: `${site.origin}/api/radio/now-playing`, pid },
    'a page': { url: `${site.origin}/tokens`, pid },
  }
  const answerAll = (script: PriceScript) =>
    (['jupiter', 'dexscreener', 'coingecko'] satisfies PriceService[]).forEach((service) =>
      fake.answer(service, script),
    )
  let isGood = true
  for (const upstream of ['answers', 'hangs', 'is gone'] as const) {
    if (upstream !== 'answers') answerAll({ fault: upstream === 'hangs' ? 'hang' : 'reset' })
    console.log(`upstream ${upstream}`)
    if (isWanted('pace')) isGood = (await measureAtAPace(targets, measure)) && isGood
    if (isWanted('flat')) await measureFlatOut(targets, measure)
  }
  const requestTimes = fake.requests.filter(({ service }) => service === 'jupiter').map(({ atMs }) => atMs)
  const gaps = requestTimes.slice(1).map((atMs, index) => (atMs - requestTimes[index]!) / 1000)
  console.log(
    `upstream was requested ${requestTimes.length} times, ${gaps.map((gap) => gap.toFixed(1)).join(', ')} s apart`,
  )
  bare.stop()
  await site.stop()
  await fake.close()
  data.remove()
  return isGood
}
