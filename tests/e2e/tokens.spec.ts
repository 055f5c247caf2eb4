import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PricesReply, TokenPrice } from '#features/tokens/contract.ts'
import { solMint } from '#features/tokens/prices.ts'
import { type FakeWallet, type FakeWalletHandle, fakeWalletScript } from '#tests/support/fake-wallet.ts'
import { checkAccessibility, checkPage } from '#tests/support/check-page.ts'
import { startPriceFake, type PriceFake } from '#tests/support/price-fake.ts'
import { waitUntilArrived } from '#tests/support/settled.ts'
import { openPagesOf, type SharedPageOptions, sharedBrowser } from '#tests/support/shared-site.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const otherAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const mint = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R'
const buyUrl = 'https://exchange.example/swap/swdz'
const phantom: FakeWallet = { kind: 'phantom', name: 'Phantom', address }
const second: FakeWallet = { kind: 'standard', name: 'Second Wallet', address: otherAddress }
/** Timeout on a busy machine. */
const soon = { timeout: 20_000 }

const shared = sharedBrowser()
let prices: PriceFake
let site: Site
beforeAll(async () => {
  prices = await startPriceFake()
  prices.answer('jupiter', { prices: { [solMint]: { usd: 147.48, change: 1.29, liquidityUsd: 621_679_197.6 } } })
  prices.answer('dexscreener', { prices: { [mint]: { usd: 0.004213, change: -2.5, liquidityUsd: 12_400 } } })
  site = await startSite({ env: { SWDZ_MINT: mint, SWDZ_BUY_URL: buyUrl, ...prices.env } })
})
afterAll(async () => {
  await site?.stop()
  await prices?.close()
})

/** Opens a page with these wallets, and returns the part that shows them. */
async function open(
  wallets: FakeWallet[],
  { path = '/tokens', ...options }: SharedPageOptions & { path?: string; userAgent?: string } = {},
) {
  const { newPage, takePage } = openPagesOf(site)
  const page = await (options.userAgent ? newPage(options) : takePage(options))
  for (const wallet of wallets) await page.addInitScript(fakeWalletScript(wallet))
  await page.goto(path)
  const place = page.getByRole('group', { name: 'Wallet' })
  await place.waitFor()
  return { page, place }
}

const callsOf = (page: Page, name = 'Phantom') =>
  page.evaluate<string[]>(`window.fakeWallets[${JSON.stringify(name)}].calls`)
const act = (page: Page, what: keyof FakeWalletHandle, argument: string | null = null) =>
  page.evaluate(`window.fakeWallets.Phantom.${what}(${JSON.stringify(argument)})`)
const isIn = async (place: Locator, state: string) => {
  await expect.poll(() => place.getAttribute('data-wallet'), soon).toBe(state)
}
const press = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).click()
const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

test('with the keyboard alone a wallet connects, shows its address and the buy link, and reconnects silently until it is disconnected', async () => {
  const { page, place } = await open([phantom])
  await place
    .getByText('We only read your wallet address. This site can’t ask your wallet to sign or send anything.')
    .first()
    .waitFor()
  expect(await place.getByRole('link', { name: /^Buy/ }).count()).toBe(0)
  await place.getByRole('button', { name: 'Connect Wallet' }).focus()
  await page.keyboard.press('Enter')
  await place.getByText('7xKX...gAsU', { exact: true }).waitFor(soon)
  await isIn(place, 'connected')
  await checkAccessibility(page, 'connected', '[data-prices]')
  const buy = place.getByRole('link', { name: /^Buy/ })
  expect(await buy.getAttribute('href')).toBe(buyUrl)
  expect(await buy.getAttribute('target')).toBe('_blank')
  expect(await buy.getAttribute('rel')).toContain('noopener')
  // The focus stays on the button, which now disconnects.
  await expect.poll(() => focusedText(page), soon).toBe('Disconnect')
  expect(await callsOf(page)).toEqual(['connect({"onlyIfTrusted":true})', 'connect()'])

  await page.reload()
  await isIn(place, 'connected')
  expect(await callsOf(page)).toEqual(['connect({"onlyIfTrusted":true})'])
  // The next page belongs to the same visit: no new request, and all controls show the same wallet.
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL(`${site.origin}/`)
  await waitUntilArrived(page)
  const strip = page.getByRole('group', { name: 'Wallet' }).first()
  await strip.getByText('7xKX...gAsU', { exact: true }).waitFor(soon)
  await strip.getByRole('button', { name: 'Disconnect' }).focus()
  await page.keyboard.press('Enter')
  await isIn(strip, 'disconnected')
  expect(await strip.getByText('7xKX...gAsU').count()).toBe(0)
  expect(await strip.getByRole('link', { name: /^Buy/ }).count()).toBe(0)
  expect(await callsOf(page)).toEqual(['connect({"onlyIfTrusted":true})', 'disconnect()'])
  // The site has stored nothing about it.
  expect(await page.evaluate<string>('JSON.stringify([localStorage, document.cookie])')).not.toContain('7xKX')

  await page.goto('/tokens')
  await expect.poll(() => callsOf(page), soon).toEqual(['connect({"onlyIfTrusted":true})'])
  await isIn(place, 'disconnected')
  expect(await place.getByRole('status').innerText()).toBe('')
})

test('failures have a text, a pending connection can be cancelled, and changes in the wallet are shown at once', async () => {
  const { page, place } = await open([{ ...phantom, outcomes: ['reject', 'busy', 'hang', 'approve'] }])
  await press(place, 'Connect Wallet')
  await place
    .getByRole('status')
    .getByText('Connection request rejected. Please try again.', { exact: true })
    .waitFor(soon)
  await press(place, 'Connect Wallet')
  await place
    .getByRole('status')
    .getByText('Failed to connect wallet. Please try again.', { exact: true })
    .waitFor(soon)
  await place.getByText('Your wallet already has a window open, perhaps behind this one.').waitFor()
  await checkAccessibility(page, 'a refusal', '[data-prices]')

  await press(place, 'Connect Wallet')
  await place.getByText('Continue in Phantom’s window.').waitFor(soon)
  await checkAccessibility(page, 'connecting', '[data-prices]')
  // The button is aria-disabled, so the click is forced.
  await place.getByRole('button', { name: 'Connecting...', exact: true }).click({ force: true })
  expect((await callsOf(page)).filter((call) => call === 'connect()')).toHaveLength(3)
  await press(place, 'Cancel')
  await isIn(place, 'disconnected')
  await expect.poll(() => focusedText(page), soon).toBe('Connect Wallet')

  await press(place, 'Connect Wallet')
  await isIn(place, 'connected')
  expect(await place.getByText('Failed to connect').count()).toBe(0)
  await act(page, 'changeAccount', otherAddress)
  await place.getByText('9WzD...AWWM', { exact: true }).waitFor(soon)
  await act(page, 'changeAccount', null)
  await isIn(place, 'disconnected')
  await act(page, 'changeAccount', address)
  await place.getByText('7xKX...gAsU', { exact: true }).waitFor(soon)
  await act(page, 'leave')
  await isIn(place, 'disconnected')
})

test('with several wallets the visitor chooses with the keyboard; Phantom is listed once', async () => {
  const { page, place } = await open([
    phantom,
    { ...second, name: 'Phantom' },
    second,
    { ...second, name: 'Elsewhere', chains: ['eip155:1'] },
  ])
  await place.getByRole('button', { name: 'Connect Wallet' }).focus()
  await page.keyboard.press('Enter')
  const chooser = page.getByRole('dialog', { name: 'Choose a wallet' })
  await chooser.waitFor(soon)
  expect(await chooser.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/phantom/i),
    expect.stringMatching(/second wallet/i),
  ])
  await checkAccessibility(page, 'choosing', 'dialog[open]')
  await page.keyboard.press('Escape')
  await chooser.waitFor({ state: 'hidden' })
  await expect.poll(() => focusedText(page), soon).toBe('Connect Wallet')
  await isIn(place, 'disconnected')
  await page.keyboard.press('Enter')
  await chooser.getByRole('button', { name: 'Second Wallet' }).focus()
  await page.keyboard.press('Enter')
  await place.getByText('9WzD...AWWM', { exact: true }).waitFor(soon)
  await press(place, 'Disconnect')
  await isIn(place, 'disconnected')
  expect(await callsOf(page, 'Second Wallet')).toEqual(['connect({"silent":true})', 'connect()', 'disconnect()'])
})

test('without a wallet a computer opens the wallet’s site and says what to do; a later wallet is detected', async () => {
  const { page, place } = await open([], { expected: [/phantom\.app/] })
  const opened = page.context().waitForEvent('page')
  await press(place, 'Connect Wallet')
  await (await opened).close()
  await place
    .getByText('Phantom wallet not detected. Please install Phantom and refresh the page.', { exact: true })
    .waitFor(soon)
  expect(await place.getByRole('link', { name: 'Open phantom.app' }).getAttribute('href')).toBe('https://phantom.app/')
  await checkAccessibility(page, 'no wallet', '[data-prices]')
  await page.evaluate(fakeWalletScript({ ...second, isTrusted: true }))
  await place.getByText('9WzD...AWWM', { exact: true }).waitFor(soon)
})

test('without a wallet a phone opens the page in the app, where the wallet connects as on a computer', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const { page, place } = await open([], {
    phone: true,
    userAgent,
    path: '/tokens?from=letter#prices',
    expected: [/phantom\.app/],
  })
  const link = place.getByRole('link', { name: 'Connect Wallet' })
  await link.waitFor(soon)
  const here = `${site.origin}/tokens?from=letter#prices`
  const app = `https://phantom.app/ul/browse/${encodeURIComponent(here)}?ref=${encodeURIComponent(site.origin)}`
  expect(await link.getAttribute('href')).toBe(app)
  expect(await place.getByRole('link', { name: 'Get Phantom' }).getAttribute('href')).toBe(
    'https://phantom.app/download',
  )
  await checkAccessibility(page, 'a phone', '[data-prices]')
  // A response without content keeps the browser on the page.
  const left: string[] = []
  await page.route('https://phantom.app/**', (route) => {
    left.push(route.request().url())
    return route.fulfill({ status: 204 })
  })
  await link.tap()
  await expect.poll(() => left, soon).toEqual([app])

  await page.evaluate(fakeWalletScript(phantom))
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await place.getByRole('button', { name: 'Connect Wallet' }).tap(soon)
  await place.getByText('7xKX...gAsU', { exact: true }).waitFor(soon)
  await checkPage(page, 'connected on a phone')
})

/** Answers like the site, with different prices. */
async function change(
  route: Route,
  to: Partial<Record<keyof PricesReply['data'], Partial<TokenPrice>>>,
): Promise<void> {
  const answer = await route.fetch()
  const reply = (await answer.json()) as PricesReply
  for (const symbol of ['sol', 'swdz', 'swdx'] as const) Object.assign(reply.data[symbol], to[symbol])
  await route.fulfill({ response: answer, json: { ...reply, isAsking: true } })
}

const row = (page: Page, symbol: string) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByText(symbol, { exact: true }) })
const words = async (part: Locator) => (await part.innerText()).replace(/\s+/g, ' ')

test('the table has placeholders, then formatted prices with their sources; a manual refresh reports its outcome', async () => {
  const page = await openPagesOf(site).newPage({ viewport: { width: 1440, height: 900 }, expected: [/status of 503/] })
  const held = Promise.withResolvers<void>()
  const history = {
    startsAt: new Date().toISOString(),
    stepSeconds: 900,
    prices: Array.from({ length: 40 }, (_, step) => 140 + (step % 7)),
  }
  await page.route('**/api/tokens/prices', async (route) => {
    await held.promise
    await change(route, { sol: { history } })
  })
  await page.goto('/tokens')
  await page.locator('div[data-prices=loading]').waitFor(soon)
  expect(await row(page, 'SOL').getByText('Loading').count()).toBeGreaterThan(0)
  held.resolve()
  await page.locator('div[data-prices=known]').waitFor(soon)
  for (const viewport of [page.viewportSize()!, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport)
    await expect.poll(() => words(row(page, 'SOL')), soon).toMatch(/\$147\.48 \+1\.29%/)
    expect(await words(row(page, 'SWDZ'))).toMatch(/\$0\.004213.*thin market/i)
    const shown = (symbol: string, what: string) => row(page, symbol).locator(what).filter({ visible: true }).count()
    expect(await shown('SWDX', 'abbr[title="not available"]')).toBe(2)
    expect(await shown('SOL', '[data-direction=up] svg')).toBe(1)
    expect(await shown('SWDZ', '[data-direction=down] svg')).toBe(1)
    expect(await shown('SOL', 'svg path[fill=none]')).toBeGreaterThan(0)
  }

  const opener = page.getByRole('button', { name: 'Price source for SWDZ' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const provenance = page.getByRole('dialog', { name: 'SWADEZ (SWDZ)' })
  await provenance.waitFor(soon)
  const text = await words(provenance)
  for (const fact of [mint, 'DexScreener', '$12,400', 'raydium, DeepPool']) expect(text).toContain(fact)
  await checkAccessibility(page, 'where a price comes from', '[data-prices]')
  await page.keyboard.press('Escape')
  await provenance.waitFor({ state: 'hidden' })
  const label = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
  await expect.poll(label, soon).toBe(await opener.getAttribute('aria-label'))

  const refresh = page.getByRole('button', { name: 'Refresh prices' })
  await refresh.click()
  await page.getByText('Prices are up to date.').waitFor(soon)
  await page.unroute('**/api/tokens/prices')
  await page.route('**/api/tokens/prices', (route) => route.fulfill({ status: 503, body: 'away' }))
  await refresh.click()
  await page.getByText('Couldn’t update prices. Showing the last known prices.').waitFor(soon)
  expect(await words(row(page, 'SOL'))).toMatch(/\$147\.48/)
  await page.unroute('**/api/tokens/prices')
  await page.route('**/api/tokens/prices', (route) => change(route, { sol: { price: null, change24h: null } }))
  await refresh.click()
  await expect.poll(() => words(row(page, 'SOL')), soon).toMatch(/N\/A N\/A/)
})

test('the strip below the hero is one row where there is room, and keeps its height when prices load', async () => {
  // A site without a buy link, which would need space in the row.
  const page = await shared.takePage({ viewport: { width: 1440, height: 900 } })
  const held = Promise.withResolvers<void>()
  let isMarked = false
  await page.route('**/api/tokens/prices', async (route) => {
    await held.promise
    const marked = {
      price: 0.004213,
      change24h: -12.5,
      ageSeconds: 420,
      isStale: true,
      source: 'jupiter',
      liquidityUsd: 8400,
      isThin: true,
    } as const
    const plain = {
      sol: { price: 147.48, change24h: 1.29, ageSeconds: 0 },
      swdz: { price: 0.004213, change24h: -2.5, isThin: true, ageSeconds: 0 },
    }
    await change(route, isMarked ? { sol: marked, swdz: marked, swdx: marked } : plain)
  })
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Token prices' })
  const heights = async () => {
    const found: (number | undefined)[] = []
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      found.push((await strip.boundingBox())?.height)
    }
    return found
  }
  await strip.and(page.locator('[data-prices=loading]')).waitFor(soon)
  const before = await heights()
  held.resolve()
  await expect
    .poll(() => words(strip), soon)
    .toMatch(/SOL \$147\.48 \+1\.29% SWDZ \$0\.004213 -2\.50% THIN MARKET SWDX N\/A/i)
  const parts = [
    strip.getByText('SOL', { exact: true }),
    strip.getByText('SWDX', { exact: true }),
    strip.getByRole('button', { name: 'Connect Wallet' }),
  ]
  const middles = await Promise.all(
    parts.map(async (part) => (({ y, height }) => y + height / 2)((await part.boundingBox())!)),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(12)

  isMarked = true
  await strip.getByRole('button', { name: 'Refresh prices' }).click()
  await strip.getByText('Oldest: 7 min ago').waitFor(soon)
  await strip
    .getByText(/min old · Thin market/)
    .first()
    .waitFor()
  expect(await heights()).toEqual(before)
})

test('without JavaScript prices and wallets say what they need; the buy link is shown with its mint only', async () => {
  const page = await openPagesOf(site).newPage({ javaScriptEnabled: false })
  await page.goto('/tokens')
  expect(await page.getByText('Connecting a wallet needs JavaScript.').isVisible()).toBe(true)
  expect(await page.getByText('Live prices need JavaScript').isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Connect Wallet' }).filter({ visible: true }).count()).toBe(0)
  const links = page.getByRole('link', { name: /^Buy/ })
  expect(await links.count()).toBe(1)
  expect(await links.getAttribute('href')).toBe(buyUrl)
  await page.getByText('Opens exchange.example').waitFor()
  await page.getByRole('region', { name: 'Verify the mint address' }).getByText(mint, { exact: true }).waitFor()
  await page.getByText('Until an address appears here, anything sold as SWDX is not ours.').waitFor()
})
