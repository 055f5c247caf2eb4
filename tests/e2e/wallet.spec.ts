import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { type FakeWallet, type FakeWalletHandle, fakeWalletScript } from '#tests/support/fake-wallet.ts'
import { startSite, type Site } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const otherAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const mint = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R'
const buyUrl = 'https://exchange.example/swap/swdz'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

beforeAll(async () => {
  site = await startSite({ env: { SWDZ_MINT: mint, SWDZ_BUY_URL: buyUrl } })
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** A busy machine takes its time. */
const soon = { timeout: 20_000 }

const phantom: FakeWallet = { kind: 'phantom', name: 'Phantom', address }
const second: FakeWallet = { kind: 'standard', name: 'Second Wallet', address: otherAddress }

/** A page with these wallets in it, and the place on it that shows them. */
async function open(wallets: FakeWallet[], options: PageOptions & { path?: string; userAgent?: string } = {}) {
  const { path = '/tokens', ...pageOptions } = options
  const page = await browser.newPage(pageOptions)
  for (const wallet of wallets) await page.addInitScript(fakeWalletScript(wallet))
  await page.goto(path)
  const place = page.getByRole('group', { name: 'Wallet' })
  await place.waitFor()
  return { page, place }
}

const callsOf = (page: Page, name = 'Phantom') => page.evaluate<string[]>(`window.fakeWallets[${JSON.stringify(name)}].calls`)
const actOf = (page: Page, act: keyof FakeWalletHandle, argument: string | null = null, name = 'Phantom') =>
  page.evaluate(`window.fakeWallets[${JSON.stringify(name)}].${act}(${JSON.stringify(argument)})`)
const isIn = async (place: Locator, state: string) => {
  await expect.poll(() => place.getAttribute('data-wallet'), soon).toBe(state)
}
const press = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).click()

async function judge(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
  expect.soft(found, where).toEqual([])
}

test('by keys alone: connecting, the shortened address, the way to buy, and disconnecting', { timeout: 120_000 }, async () => {
  const { page, place } = await open([phantom])
  await place.getByText('Only your address is read. Nothing here can ask your wallet to sign or send.').first().waitFor()
  expect(await place.getByRole('link', { name: /^Buy/ }).count()).toBe(0)
  await place.getByRole('button', { name: 'Connect Wallet' }).focus()
  await page.keyboard.press('Enter')
  await place.getByText('7xKX...gAsU', { exact: true }).waitFor()
  await isIn(place, 'connected')
  await judge(page, 'connected')
  const buy = place.getByRole('link', { name: /^Buy/ })
  expect(await buy.getAttribute('href')).toBe(buyUrl)
  expect(await buy.getAttribute('target')).toBe('_blank')
  expect(await buy.getAttribute('rel')).toContain('noopener')
  // The focus stayed on the button, which disconnects now.
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent'), soon).toBe('Disconnect')
  await page.keyboard.press('Enter')
  await isIn(place, 'disconnected')
  expect(await place.getByText('7xKX...gAsU').count()).toBe(0)
  expect(await buy.count()).toBe(0)
  expect(await callsOf(page)).toEqual(['connect({"onlyIfTrusted":true})', 'connect()', 'disconnect()'])
})

test('a site the wallet trusts is connected again without a word, in every place of the page; after disconnecting it is not', async () => {
  const { page, place } = await open([phantom])
  await press(place, 'Connect Wallet')
  await isIn(place, 'connected')
  await page.reload()
  await isIn(place, 'connected')
  expect(await callsOf(page)).toEqual(['connect({"onlyIfTrusted":true})'])
  // The next page is the same visit: nobody is asked again.
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL(`${site.origin}/`)
  const strip = page.getByRole('group', { name: 'Wallet' }).first()
  await strip.getByText('7xKX...gAsU', { exact: true }).waitFor()
  expect(await callsOf(page)).toEqual(['connect({"onlyIfTrusted":true})'])
  await press(strip, 'Disconnect')
  await isIn(strip, 'disconnected')
  await page.reload()
  await strip.waitFor()
  await expect.poll(() => callsOf(page), soon).toEqual(['connect({"onlyIfTrusted":true})'])
  await isIn(strip, 'disconnected')
  expect(await strip.getByRole('status').innerText()).toBe('')
  // Nothing of it was written down by us.
  expect(await page.evaluate<string>('JSON.stringify([localStorage, document.cookie])')).not.toContain('7xKX')
})

test('what the wallet refuses is said in words, and every attempt can be repeated', async () => {
  const { page, place } = await open([{ ...phantom, outcomes: ['reject', 'unauthorised', 'throw-text', 'no-address', 'busy', 'approve'] }])
  const rejected = 'Connection request rejected. Please try again.'
  const failed = 'Failed to connect wallet. Please try again.'
  for (const [attempt, text] of [rejected, failed, failed, failed, failed].entries()) {
    await press(place, 'Connect Wallet')
    await expect.poll(() => callsOf(page), soon).toHaveLength(attempt + 2)
    await place.getByRole('status').getByText(text, { exact: true }).waitFor()
  }
  await place.getByText('A window of your wallet is open already, perhaps behind this one.').waitFor()
  await judge(page, 'a refusal')
  await press(place, 'Connect Wallet')
  await isIn(place, 'connected')
  expect(await place.getByText(failed).count()).toBe(0)
})

test('waiting for the wallet’s window is shown, a second press asks for nothing, and waiting can be given up', async () => {
  const { page, place } = await open([{ ...phantom, outcomes: ['hang', 'approve'] }])
  await press(place, 'Connect Wallet')
  await isIn(place, 'connecting')
  await place.getByText('Continue in Phantom’s window.').waitFor()
  await judge(page, 'connecting')
  // It is named as not to be pressed, which would keep a careful click away from it.
  await place.getByRole('button', { name: 'Connecting...', exact: true }).click({ force: true })
  await press(place, 'Cancel')
  await isIn(place, 'disconnected')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent'), soon).toBe('Connect Wallet')
  expect((await callsOf(page)).filter((call) => call === 'connect()')).toHaveLength(1)
  await press(place, 'Connect Wallet')
  await isIn(place, 'connected')
})

test('another account, none, and leaving from the wallet’s side are seen at once', async () => {
  const { page, place } = await open([phantom])
  await press(place, 'Connect Wallet')
  await isIn(place, 'connected')
  await actOf(page, 'changeAccount', otherAddress)
  await place.getByText('9WzD...AWWM', { exact: true }).waitFor()
  await actOf(page, 'changeAccount', null)
  await isIn(place, 'disconnected')
  await actOf(page, 'changeAccount', address)
  await place.getByText('7xKX...gAsU', { exact: true }).waitFor()
  await actOf(page, 'leave')
  await isIn(place, 'disconnected')
  expect(await callsOf(page)).toEqual(['connect({"onlyIfTrusted":true})', 'connect()'])
})

test('with more than one wallet the visitor chooses, by keys; Phantom stands there once', async () => {
  const { page, place } = await open([
    phantom,
    { ...second, name: 'Phantom', lateMs: 0 },
    second,
    { ...second, name: 'Elsewhere', chains: ['eip155:1'] },
  ])
  await place.getByRole('button', { name: 'Connect Wallet' }).focus()
  await page.keyboard.press('Enter')
  const chooser = page.getByRole('dialog', { name: 'Choose a wallet' })
  await chooser.waitFor()
  expect(await chooser.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/phantom/i),
    expect.stringMatching(/second wallet/i),
  ])
  await judge(page, 'choosing')
  await page.keyboard.press('Escape')
  await chooser.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent'), soon).toBe('Connect Wallet')
  await isIn(place, 'disconnected')
  await page.keyboard.press('Enter')
  await chooser.getByRole('button', { name: 'Second Wallet' }).focus()
  await page.keyboard.press('Enter')
  await place.getByText('9WzD...AWWM', { exact: true }).waitFor()
  await actOf(page, 'changeAccount', address, 'Second Wallet')
  await place.getByText('7xKX...gAsU', { exact: true }).waitFor()
  await press(place, 'Disconnect')
  await isIn(place, 'disconnected')
  expect(await callsOf(page, 'Second Wallet')).toEqual(['connect({"silent":true})', 'connect()', 'disconnect()'])
})

test('a wallet that comes long after the page is found by itself, and again connected if it trusts the site', async () => {
  const late = await open([{ ...phantom, isTrusted: true, lateMs: 700 }])
  await isIn(late.place, 'connected')
  const standard = await open([{ ...second, lateMs: 700 }])
  await expect.poll(() => callsOf(standard.page, 'Second Wallet'), soon).toEqual(['connect({"silent":true})'])
  await press(standard.place, 'Connect Wallet')
  await standard.place.getByText('9WzD...AWWM', { exact: true }).waitFor()
})

test('without a wallet a computer opens the wallet’s site and says what to do', async () => {
  const { page, place } = await open([], {
    expected: [/another host: https:\/\/phantom\.app\//, /failed: https:\/\/phantom\.app\//, /phantom\.app/],
  })
  const opened = page.context().waitForEvent('page')
  await press(place, 'Connect Wallet')
  await opened
  await place.getByText('Phantom wallet not detected. Please install Phantom and refresh the page.', { exact: true }).waitFor()
  expect(await place.getByRole('link', { name: 'Open phantom.app' }).getAttribute('href')).toBe('https://phantom.app/')
  await page.bringToFront()
  await judge(page, 'no wallet')
})

test('without a wallet a phone leads this page into the app, and to the app for those who have none', async () => {
  const { page, place } = await open([], { phone: true, userAgent: iPhone, path: '/tokens?from=letter#prices', expected: [/phantom\.app/] })
  const link = place.getByRole('link', { name: 'Connect Wallet' })
  await link.waitFor()
  const here = `${site.origin}/tokens?from=letter#prices`
  const app = `https://phantom.app/ul/browse/${encodeURIComponent(here)}?ref=${encodeURIComponent(site.origin)}`
  expect(await link.getAttribute('href')).toBe(app)
  expect(await place.getByRole('link', { name: 'Get Phantom' }).getAttribute('href')).toBe('https://phantom.app/download')
  await judge(page, 'a phone')
  const left = page.waitForRequest((request) => request.url().startsWith('https://phantom.app/ul/browse/'))
  await link.tap()
  expect((await left).url()).toBe(app)
})

test('inside the app on a phone the wallet is connected as on a computer', { timeout: 120_000 }, async () => {
  const { place, page } = await open([phantom], { phone: true, userAgent: iPhone, path: '/' })
  await place.first().getByRole('button', { name: 'Connect Wallet' }).tap()
  await place.first().getByText('7xKX...gAsU', { exact: true }).waitFor()
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  await judge(page, 'connected on a phone')
})

test('without script it is said that a wallet needs some', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/tokens')
  await page.getByText('Connecting a wallet needs JavaScript.').waitFor()
  expect(await page.getByRole('button', { name: 'Connect Wallet' }).count()).toBe(0)
})

test('a way to buy stands with the mint it is for, where both are configured and nowhere else', async () => {
  const page = await browser.newPage()
  await page.goto('/tokens')
  const links = page.getByRole('link', { name: /^Buy/ })
  expect(await links.count()).toBe(1)
  expect(await links.getAttribute('href')).toBe(buyUrl)
  await page.getByText('Leads to exchange.example').waitFor()
  // Where a price comes from holds the mint too, unseen until it is opened.
  await page.getByRole('region', { name: 'How to tell the real one' }).getByText(mint, { exact: true }).waitFor()
  await page.getByText('Until an address stands here, whatever is sold as SWDX is not ours.').waitFor()
})
