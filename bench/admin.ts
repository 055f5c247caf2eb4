import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../scripts/build.ts'
import { readArguments } from '../scripts/usage.ts'
import { type Site, startSite } from '../tests/support/site.ts'
import { ownerCookieOf } from './admin/owner.ts'
import { openSiteDatabase, seedBooks, seedOrders, seedSubmissions } from './admin/seed.ts'

/*
 * Requests every list and search of the admin sequentially: of an empty site, and of a site with 50,000 orders, 10,000
 * submissions and 1,000 books. Both run on the embedded database and rest for SETTLE (100) seconds before, because a
 * new site renders the pages of its books first. Goal: p99 at most 100 ms at the server; the ratio to the empty site
 * shows the cost of the rows.
 *
 * `npm run bench:admin -- [samples per page 200]`
 */
const [times] = readArguments('Usage: npm run bench:admin -- [samples per page, 200]', [200])
const settleSeconds = Number(process.env.SETTLE ?? 100)
const goalMs = 100

const requests = [
  '/admin/inbox',
  '/admin/orders',
  '/admin/orders?page=500',
  '/admin/orders?page=1000',
  '/admin/orders?waiting=1',
  '/admin/orders?state=refunded&provider=cashapp',
  '/admin/orders?q=SW-',
  '/admin/orders?q=buyer29999%40',
  '/admin/orders?q=ai&page=900',
  '/admin/orders?q=nobody+at+all',
  '/admin/submissions',
  '/admin/submissions?q=Song+number+9999',
  '/admin/submissions?q=nobody+at+all',
  '/admin/submissions?page=100',
  '/admin/books',
  '/admin/books?q=number+999',
  '/admin/collections',
  '/admin/content',
  '/admin/settings',
]

await ensureBuild()
const empty = await measure('empty')
const full = await measure('seeded', async ({ dataDir }) => {
  const database = await openSiteDatabase(dataDir)
  await seedOrders(database, 50_000)
  await seedSubmissions(database, 10_000)
  await seedBooks(database, 1_000)
  await database.query('vacuum analyze')
  await database.end()
})

console.log(`\n${'list or search'.padEnd(48)} empty p50  p99     seeded p50  p99     ratio of p50`)
let isWithin = true
for (const path of requests) {
  const [before, after] = [empty.get(path)!, full.get(path)!]
  isWithin &&= after.p99 <= goalMs
  const figures = [before.p50, before.p99, after.p50, after.p99].map((ms) => ms.toFixed(1).padStart(7))
  const mark = after.p99 > goalMs ? `  above ${goalMs} ms` : ''
  console.log(`${path.padEnd(48)} ${figures.join(' ')} ms  ×${(after.p50 / before.p50).toFixed(1)}${mark}`)
}
const csv = full.get('csv')
if (csv) console.log(`CSV of all orders: ${(csv.p50 / 1000).toFixed(1)} s`)
if (!isWithin) process.exitCode = 1

type Figures = { p50: number; p99: number }

async function measure(name: string, seed?: (site: Site) => Promise<void>): Promise<Map<string, Figures>> {
  const site = await startSite()
  try {
    await seed?.(site)
    await sleep(settleSeconds * 1000)
    const headers = { cookie: await ownerCookieOf(site) }
    const get = async (path: string) => {
      const from = performance.now()
      const answer = await fetch(site.origin + path, { headers, redirect: 'manual' })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} on the ${name} site`)
      return performance.now() - from
    }
    const figures = new Map<string, Figures>()
    for (const path of requests) {
      for (let warm = 0; warm < 5; warm += 1) await get(path)
      const taken: number[] = []
      while (taken.length < times) taken.push(await get(path))
      figures.set(path, figuresOf(taken))
    }
    figures.set('csv', figuresOf([await get('/api/owner/orders.csv')]))
    return figures
  } finally {
    await site.stop()
  }
}

function figuresOf(taken: number[]): Figures {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!
  return { p50: at(0.5), p99: at(0.99) }
}
