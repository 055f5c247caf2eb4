import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chromium, type Page } from 'playwright-core'
import { solMint } from '#features/tokens/prices.ts'
import { badPriceReplies, endlessPriceReplies } from '#tests/support/bad-price-replies.ts'
import { startPriceFake, type PriceScript } from '#tests/support/price-fake.ts'
import { startRealPostgres } from '#tests/support/real-postgres.ts'
import { findRequirement, requirements } from '../../scripts/test/requirements.ts'
import { scratchFolder, startMeasuredSite } from '../measured-site.ts'
import { type PacedReport, quantile, startPacedLoad } from '../paced-load.ts'
import { untilQuiet } from '../process-watch.ts'

/** Requests a second to both pages together. */
const pagesPerSecond = 500
/** The values on the page before, which no invalid reply contains. */
const knownUsd = 151.07
const services = ['jupiter', 'dexscreener', 'coingecko'] as const

/**
 * Feeds all bad replies one after the other, each to all three services at once, while pages are asked at a steady
 * pace; then looks at the prices in a real browser. Prints how long pages took before, during and after. Needs Chromium
 * and a PostgreSQL of its own, whose record of turns is set forward so that nobody waits half a minute for each reply.
 *
 * @param stretchSeconds Before and after; during takes what the replies take, at least 2 s each.
 * @returns Whether every look found a value or N/A where it should stand.
 */
export async function measureBadReplies({ stretchSeconds }: { stretchSeconds: number }): Promise<boolean> {
  const data = scratchFolder()
  const [fake, postgres] = await Promise.all([startPriceFake(), startRealPostgres()])
  const answerAll = (script: PriceScript) => services.forEach((service) => fake.answer(service, script))
  answerAll({ prices: { [solMint]: { usd: knownUsd, liquidityUsd: 6e8 } } })
  const site = await startMeasuredSite(data.path, {
    DATABASE_URL: postgres.url,
    SWDZ_MINT: `SWDZ${'1'.repeat(40)}`,
    ...fake.env,
  })
  const turns = await openTurns(postgres.url)
  const looker = await openLooker(site.origin)
  await turns.next()
  await untilQuiet(site.pid)
  const load = await startPacedLoad({
    urls: [`${site.origin}/`, `${site.origin}/tokens`],
    perSecond: pagesPerSecond,
    connections: 32,
  })
  try {
    await looker.look('before')
    const before = await load.during(() => sleep(stretchSeconds * 1000))
    const during: { name: string; report: PacedReport }[] = []
    for (const [name, script] of Object.entries({ ...badPriceReplies, ...endlessPriceReplies })) {
      answerAll(script)
      const requestsBefore = fake.requests.length
      const report = await load.during(() => Promise.all([turns.next(), sleep(2000)]))
      if (fake.requests.length - requestsBefore < services.length)
        throw new Error(`${name}: not every service was asked`)
      during.push({ name, report })
      await looker.look(name)
    }
    answerAll({ prices: { [solMint]: { usd: knownUsd, liquidityUsd: 6e8 } } })
    await turns.next()
    const after = await load.during(() => sleep(stretchSeconds * 1000))
    await looker.look('after')
    print(before, during, after)
    const { looks, wrong } = looker
    console.log(
      `  ${wrong.length === 0 ? '✓' : '✗'} ${looks()} checks of two pages found a value or N/A for every price, ${wrong.length} did not`,
    )
    for (const words of wrong) console.log(`      ${words}`)
    return wrong.length === 0
  } finally {
    await load.stop()
    await looker.close()
    await turns.close()
    await site.stop()
    await Promise.all([fake.close(), postgres.stop()])
    data.remove()
  }
}

/**
 * The record of whose turn it is to ask: set forward, and followed until all services have answered or were given up.
 */
async function openTurns(url: string) {
  const database = new pg.Client(url)
  await database.connect()
  const revision = async () => {
    const { rows } = await database.query<{ revision: string }>('select revision from token_price_leases')
    return Number(rows[0]?.revision ?? 0)
  }
  return {
    async next() {
      const before = await revision()
      // Who said that it is asked too often, or may be asked but rarely, is asked all the same.
      await database.query('update token_price_sources set cooldown_until = null')
      await database.query('update token_price_leases set due_at = now()')
      for (let waited = 0; (await revision()) === before; waited += 50) {
        if (waited > 60_000) throw new Error('the services were not asked within a minute')
        await sleep(50)
      }
      // What was written is read back at once by the process that wrote it.
      await sleep(100)
    },
    close: () => database.end(),
  }
}

/** A visitor with both pages open who presses the button and reads the prices. */
async function openLooker(origin: string) {
  const browser = await chromium.launch({
    executablePath: findRequirement(requirements.chromium) ?? 'chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const wrong: string[] = []
  let looks = 0
  const pages: Page[] = []
  for (const path of ['/', '/tokens']) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(origin + path)
    await page.locator('[data-prices=known]').waitFor()
    pages.push(page)
  }
  return {
    wrong,
    looks: () => looks,
    async look(when: string) {
      for (const page of pages) {
        looks += 1
        await page.getByRole('button', { name: 'Refresh prices' }).click()
        await page.getByText('Prices are up to date.').waitFor()
        const read = (await page.locator('[data-prices]').innerText()).replace(/\s+/g, ' ')
        // SOL was told before, SWDZ by nobody ever, and SWDX has no mint.
        if (!/SOL (Solana )?\$151\.07 .*SWDZ (SWADEZ )?N\/A .*SWDX (SWADEX )?N\/A /i.test(read))
          wrong.push(`${when}, ${page.url()}: ${read}`)
      }
    },
    close: () => browser.close(),
  }
}

function print(before: PacedReport, during: { name: string; report: PacedReport }[], after: PacedReport): void {
  const all = during.flatMap(({ report }) => report.latenciesMs).toSorted((a, b) => a - b)
  const of = (latenciesMs: readonly number[]) => ({ p50: quantile(latenciesMs, 0.5), p99: quantile(latenciesMs, 0.99) })
  const base = of(before.latenciesMs)
  const line = (name: string, { p50, p99 }: typeof base, note: string) =>
    console.log(
      `    ${name.padEnd(8)} p50 ${p50.toFixed(2)} ms (${(p50 / base.p50).toFixed(2)}), p99 ${p99.toFixed(2)} ms (${(p99 / base.p99).toFixed(2)}); ${note}`,
    )
  const describe = ({ perSecond, failures, lagP99Ms }: PacedReport) =>
    `${perSecond.toFixed(0)} pages/s, ${failures} failed, the load generator was late by ${lagP99Ms.toFixed(2)} ms at p99`
  const worst = during
    .map(({ name, report }) => ({ name, ...of(report.latenciesMs) }))
    .toSorted((a, b) => b.p99 - a.p99)
  console.log(
    `  ${during.length} bad replies while / and /tokens are requested ${pagesPerSecond} times a second; ratios to before in parentheses`,
  )
  line('before', base, describe(before))
  line('during', of(all), `${all.length} pages, ${during.reduce((sum, { report }) => sum + report.failures, 0)} failed`)
  line('after', of(after.latenciesMs), describe(after))
  console.log(
    `    the worst replies: ${worst
      .slice(0, 3)
      .map(({ name, p99 }) => `${name} p99 ${p99.toFixed(1)} ms`)
      .join(', ')}`,
  )
}
