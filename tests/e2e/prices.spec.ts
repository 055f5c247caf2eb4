import AxeBuilder from '@axe-core/playwright'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PricesReply, pricesReplySchema } from '#features/tokens/contract.ts'
import { solMint } from '#features/tokens/prices.ts'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { openPriceDouble, type PriceDouble } from '#tests/support/price-double.ts'
import { type RealPostgres, startRealPostgres } from '#tests/support/real-postgres.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const swdzMint = 'SWDZ1111111111111111111111111111111111111111'
const stepMs = 15 * 60_000
const minuteMs = 60_000

let postgres: RealPostgres
let database: pg.Client
let double: PriceDouble
let sites: Site[]
let browser: TestBrowser

beforeAll(async () => {
  ;[postgres, double] = await Promise.all([startRealPostgres(), openPriceDouble()])
  sites = []
  // One after the other, so that the first makes the tables.
  for (let count = 0; count < 3; count += 1)
    sites.push(await startSite({ env: { DATABASE_URL: postgres.url, ROLE: 'web', SWDZ_MINT: swdzMint, ...double.env } }))
  database = new pg.Client(postgres.url)
  await database.connect()
  browser = await launchBrowser(sites[0]!.origin)
}, 3 * minuteMs)

afterAll(async () => {
  await browser?.close()
  await Promise.all((sites ?? []).map((site) => site.stop()))
  await double?.close()
  await database?.end()
  await postgres?.stop()
})

async function read(site: Site): Promise<PricesReply['data']> {
  return pricesReplySchema.parse(await (await fetch(`${site.origin}/api/tokens/prices`)).json()).data
}

/** Lets the services be asked again now, and waits until every process knows what they say. */
async function tell(sol: number | null): Promise<void> {
  await database.query(`update token_price_turns set due_at = now()`)
  for (const site of sites) await expect.poll(async () => (await read(site)).sol.price, { timeout: minuteMs }).toBe(sol)
}

/** Rises with every turn in which the services were asked. */
async function revision(): Promise<number> {
  const { rows } = await database.query<{ revision: number }>('select revision from token_price_turns')
  return Number(rows[0]!.revision)
}

const quiet = () => {
  for (const service of ['jupiter', 'dexscreener', 'coingecko'] as const) double.answer(service, { prices: {} })
}
const good = () => {
  double.answer('jupiter', { prices: { [solMint]: { usd: 147.48, change: 1.29, liquidityUsd: 621_679_197.6 } } })
  double.answer('dexscreener', { prices: { [swdzMint]: { usd: 0.004213, change: -2.5, liquidityUsd: 12_400 } } })
}
const row = (page: Page, symbol: string) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByText(symbol, { exact: true }) })
const words = async (page: Page, symbol: string) => (await row(page, symbol).innerText()).replace(/\s+/g, ' ')

test(
  'three processes ask once an interval between them, and all know what was told',
  async () => {
    quiet()
    double.answer('jupiter', { prices: { [solMint]: { usd: 150 } } })
    await tell(150)
    const asked = () => double.asked.filter(({ service }) => service === 'jupiter')
    const before = asked().length
    double.answer('jupiter', { prices: { [solMint]: { usd: 151 } } })
    await expect.poll(() => asked().length, { timeout: 2 * minuteMs, interval: 200 }).toBeGreaterThan(before)
    for (const site of sites) await expect.poll(async () => (await read(site)).sol.price, { timeout: minuteMs }).toBe(151)
    const [one, other] = asked().slice(before - 1)
    expect(other!.atMs - one!.atMs).toBeGreaterThan(28_000)
    expect(asked().length - before).toBeLessThanOrEqual(2)
  },
  4 * minuteMs,
)

test(
  'prices stand in both panels with their formats, signs, marks and where they come from',
  async () => {
    good()
    const step = (ago: number) => new Date(Math.floor(Date.now() / stepMs - ago) * stepMs)
    for (let ago = 1; ago < 40; ago += 1)
      await database.query('insert into token_price_points (mint, at, price_usd) values ($1, $2, $3) on conflict do nothing', [
        solMint,
        step(ago),
        140 + (ago % 7),
      ])
    await tell(147.48)
    for (const options of [{ viewport: { width: 1440, height: 900 } }, { phone: true }] as PageOptions[]) {
      const page = await browser.newPage(options)
      await page.goto('/')
      const strip = page.getByRole('region', { name: 'Token prices' })
      await expect
        .poll(async () => (await strip.innerText()).replace(/\s+/g, ' '), { timeout: minuteMs / 2 })
        .toMatch(/SOL \$147\.48 \+1\.29% SWDZ \$0\.004213 -2\.50% THIN MARKET SWDX N\/A/i)
      if (!options.phone) {
        // One row: the three prices, who is asked, and the wallet stand beside each other.
        const middles = await Promise.all(
          [
            strip.getByText('SOL', { exact: true }),
            strip.getByText('SWDX', { exact: true }),
            strip.getByRole('button', { name: 'Connect Wallet' }),
          ].map(async (part) => {
            const box = (await part.boundingBox())!
            return box.y + box.height / 2
          }),
        )
        expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(12)
      }
      await page.goto('/tokens')
      await expect.poll(() => words(page, 'SOL'), { timeout: minuteMs / 2 }).toMatch(/\$147\.48 \+1\.29%/)
      expect(await words(page, 'SWDZ')).toMatch(/\$0\.004213/)
      expect(await row(page, 'SWDX').locator('abbr[title="not available"]:visible').count()).toBe(2)
      expect(await row(page, 'SOL').locator('[data-direction=up]:visible svg').count()).toBe(1)
      expect(await row(page, 'SWDZ').locator('[data-direction=down]:visible svg').count()).toBe(1)
      expect((await row(page, 'SOL').locator('svg:visible path[fill=none]').count()) > 0).toBe(true)

      const opener = page.getByRole('button', { name: 'Where the price of SWDZ comes from' })
      await opener.focus()
      await page.keyboard.press('Enter')
      const provenance = page.getByRole('dialog', { name: 'SWADEZ (SWDZ)' })
      await provenance.waitFor()
      const told = (await provenance.innerText()).replace(/\s+/g, ' ')
      for (const fact of [swdzMint, 'DexScreener', '$12,400', 'raydium, DeepPool']) expect(told).toContain(fact)
      const { violations } = await new AxeBuilder({ page }).include('[data-prices]').analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      await page.keyboard.press('Escape')
      await provenance.waitFor({ state: 'hidden' })
      await expect
        .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'), { timeout: 20_000 })
        .toBe(await opener.getAttribute('aria-label'))
    }
  },
  3 * minuteMs,
)

test(
  'a visitor asks for prices by hand, and what nobody answers is N/A or what was known',
  async () => {
    good()
    await tell(147.48)
    const page = await browser.newPage({ expected: [/status of 503/, /could not be asked/] })
    await page.route('**/api/tokens/prices', (route) => route.fulfill({ status: 503, body: 'away' }))
    await page.goto('/tokens')
    await expect.poll(() => words(page, 'SOL'), { timeout: minuteMs / 2 }).toMatch(/N\/A N\/A/)
    await page.unroute('**/api/tokens/prices')
    const refresh = page.getByRole('button', { name: 'Refresh prices' })
    await refresh.click()
    await page.getByText('Prices are up to date.').waitFor()
    expect(await words(page, 'SOL')).toMatch(/\$147\.48/)
    await page.route('**/api/tokens/prices', (route) => route.fulfill({ status: 503, body: 'away' }))
    await refresh.click()
    await page.getByText('Prices could not be asked for. What was known stays.').waitFor()
    expect(await words(page, 'SOL')).toMatch(/\$147\.48/)
  },
  2 * minuteMs,
)

test(
  'before an answer there are placeholders, and without script a sentence',
  async () => {
    const page = await browser.newPage()
    let answer: (() => void) | undefined
    const held = new Promise<void>((done) => (answer = done))
    await page.route('**/api/tokens/prices', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/tokens')
    await page.locator('div[data-prices=loading]').waitFor()
    expect(await row(page, 'SOL').getByText('Loading').count()).toBeGreaterThan(0)
    answer!()
    await page.locator('div[data-prices=known]').waitFor()
    const plain = await browser.newPage({ javaScriptEnabled: false })
    await plain.goto('/tokens')
    expect(await plain.getByText('they are filled in by script').isVisible()).toBe(true)
  },
  2 * minuteMs,
)

test(
  'the strip under the hero keeps its height when prices come, marked ones as well, and an answer is told for what it is',
  async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 768, height: 1024 },
      { width: 1440, height: 900 },
    ]) {
      const page = await browser.newPage({ viewport })
      let answer: (() => void) | undefined
      const held = new Promise<void>((done) => (answer = done))
      await page.route('**/api/tokens/prices', async (route) => {
        await held
        const reply = await route.fetch()
        const body = (await reply.json()) as { data: Record<string, Record<string, unknown>> }
        const marked = {
          price: 0.004213,
          change24h: -12.5,
          ageSeconds: 420,
          isStale: true,
          source: 'jupiter',
          liquidityUsd: 8400,
          isThin: true,
        }
        for (const price of Object.values(body.data)) Object.assign(price, marked)
        await route.fulfill({ response: reply, json: body })
      })
      await page.goto('/')
      const strip = page.getByRole('region', { name: 'Token prices' })
      await strip.and(page.locator('[data-prices=loading]')).waitFor()
      const before = await strip.boundingBox()
      answer!()
      await strip
        .getByText(/min old · Thin market/)
        .first()
        .waitFor()
      expect((await strip.boundingBox())?.height).toBe(before?.height)
      await strip.getByRole('button', { name: 'Refresh prices' }).click()
      await strip.getByText('Oldest told 7 min ago').waitFor()
      expect((await strip.boundingBox())?.height).toBe(before?.height)
    }
  },
  2 * minuteMs,
)

test(
  'whatever the services come up with, the page shows the last good value or N/A',
  async () => {
    const strange = [
      { body: `{"${solMint}":{"usdPrice":1e308,"priceChange24h":1}}` },
      { body: '<h1>Bad gateway</h1>' },
      { fault: 'endless' },
      { fault: 'redirect' },
      { fault: 'hang' },
    ] as const
    good()
    await tell(147.48)
    const page = await browser.newPage()
    await page.goto('/tokens')
    for (const script of strange) {
      for (const service of ['jupiter', 'dexscreener', 'coingecko'] as const) double.answer(service, script)
      const [asked, handled] = [double.asked.length, await revision()]
      await database.query(`update token_price_turns set due_at = now()`)
      await expect.poll(() => double.asked.length, { timeout: minuteMs }).toBeGreaterThan(asked)
      // Written when all have answered or were given up, and seen by every process soon after.
      await expect.poll(revision, { timeout: minuteMs }).toBeGreaterThan(handled)
      await page.getByRole('button', { name: 'Refresh prices' }).click()
      await expect.poll(() => words(page, 'SOL'), { timeout: 20_000 }).toMatch(/\$147\.48/)
      for (const site of sites) expect((await read(site)).sol.price).toBe(147.48)
    }
    await database.query(`update token_prices set at = at - interval '16 minutes'`)
    await database.query(`update token_price_turns set revision = revision + 1`)
    for (const site of sites) await expect.poll(async () => (await read(site)).sol.price, { timeout: minuteMs }).toBe(null)
    await page.getByRole('button', { name: 'Refresh prices' }).click()
    await expect.poll(() => words(page, 'SOL'), { timeout: minuteMs / 2 }).toMatch(/N\/A N\/A/)
  },
  4 * minuteMs,
)
