import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureBuild } from '../scripts/build.ts'
import { readArguments } from '../scripts/usage.ts'
import { startSite } from '../tests/support/site.ts'
import {
  bookId,
  payAtStripeFake,
  payAtTestCheckout,
  type PaidOrder,
  type PaymentScenario,
} from './orders/ways-to-pay.ts'
import { startStripeFake } from '../tests/support/stripe-fake.ts'

/*
 * 2,000 visitors buy a book from the built site with its own database: 1,000 with the test checkout, 1,000 with the
 * Stripe SDK against a fake, eight at a time. Events arrive never, once, twice, five times, before and after the
 * return, out of order, and forged. Goal: exactly one correct order and one correct email each; at most two seconds
 * from the payment until the book can be read.
 */
const [people] = readArguments('Usage: npm run bench:orders -- [orders per checkout, 1000]', [1_000])
const atOnce = 8

await ensureBuild()
const stripe = await startStripeFake()
const all = [
  await measure('test checkout', {}, payAtTestCheckout),
  await measure('Stripe SDK', stripe.environment, payAtStripeFake(stripe)),
]
await stripe.close()
if (all.includes(false)) process.exitCode = 1

async function measure(name: string, environment: Record<string, string>, ways: PaymentScenario[]): Promise<boolean> {
  const site = await startSite({ env: { TRUSTED_PROXIES: '127.0.0.1', ...environment } })
  // The first start imports the books, which is not measured here.
  while (!(await fetch(`${site.origin}/api/reader/${bookId}`)).ok) await sleep(250)
  const waits = new Map<string, number[]>()
  const paid: PaidOrder[] = []
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < people) {
        const number = next++
        const way = ways[number % ways.length]!
        const one = await way.buy(site.origin, number)
        waits.set(way.name, [...(waits.get(way.name) ?? []), one.readableAfterMs])
        paid.push(one)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  // The last copies of the events have not arrived yet.
  await sleep(3_000)
  const wrong = await countWrong(site.dataDir, paid)
  await site.stop()

  console.log(`\n${name}: ${people} orders in ${seconds.toFixed(1)} s, ${atOnce} at a time`)
  console.log(`  without exactly one order, one entitlement and one email: ${wrong}`)
  for (const [way, times] of [...waits, ['all', [...waits.values()].flat()] as const]) {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0)
    console.log(`  paid → readable, ${way.padEnd(45)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`)
  }
  return wrong === 0
}

/** Counts orders that are incomplete or duplicated. */
async function countWrong(dataDir: string, paid: PaidOrder[]): Promise<number> {
  const [, , , port, host] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const database = new pg.Client({ host: host!, port: Number(port), user: 'swade', database: 'swade' })
  await database.connect()
  const { rows } = await database.query<{ email: string; orders: number; rights: number; mails: number }>(
    `select o.email, count(distinct o.id)::int as orders, count(distinct e.id) filter (where e.is_open)::int as rights,
            (select count(*)::int from mail_outbox m where m.mail->>'to' = o.email) as mails
       from orders o left join entitlements e on e.order_id = o.id where o.state = 'fulfilled' group by o.email`,
  )
  await database.end()
  const byEmail = new Map(rows.map((row) => [row.email, row]))
  const isWhole = ({ email }: PaidOrder) => {
    const row = byEmail.get(email)
    return row?.orders === 1 && row.rights === 1 && row.mails === 1
  }
  return paid.filter((one) => !isWhole(one)).length + Math.abs(rows.length - paid.length)
}
