import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSitemap } from '#tests/support/addresses.ts'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { startSite, type Site } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser
let addresses: string[]

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser(site.origin)
  addresses = await listSitemap(site.origin)
  expect(addresses).toEqual(expect.arrayContaining(['/', '/swade-fam', '/books', '/journey', '/tokens', '/market']))
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const visitors = [
  { who: 'every page of the sitemap opens on a phone', options: { phone: true }, ofEachKind: Infinity },
  { who: 'two pages of each kind open on a desktop', options: { viewport: { width: 1440, height: 900 } }, ofEachKind: 2 },
  { who: 'two pages of each kind open on a phone without script', options: { phone: true, javaScriptEnabled: false }, ofEachKind: 2 },
]

test.each(visitors)('$who, whole and without a complaint', { timeout: 240_000 }, async ({ options, ofEachKind }) => {
  const page = await browser.newPage(options)
  for (const address of chooseOfEachKind(ofEachKind)) {
    const answer = await page.goto(address, { waitUntil: 'load' })
    expect.soft(answer?.status(), address).toBe(200)
    expect.soft(await page.getByRole('heading', { level: 1 }).count(), `${address} has one heading that says what it is`).toBe(1)
    expect.soft(await page.getByRole('main').count(), `${address} has one main part`).toBe(1)
    expect.soft(await page.locator('[class*=shown-whole]:not(:has(+ *))').count(), `${address} is not shown at once`).toBe(0)
    const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect.soft(sideways, `${address} scrolls sideways by so many pixels`).toBe(0)
  }
})

test('a page that is not there says so, with a way on', async () => {
  const page = await browser.newPage({ expected: [/status of 404/] })
  for (const address of ['/nowhere', '/artist/nobody-swade', '/book/unwritten', '/platform/unknown']) {
    const answer = await page.goto(address)
    expect.soft(answer?.status(), address).toBe(404)
    expect.soft(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1)
    expect.soft(await page.getByRole('main').getByRole('link').count(), `${address} leads on`).toBeGreaterThan(0)
  }
})

/** `/artist/nova-swade` and `/artist/rio-swade` are pages of one kind. */
function chooseOfEachKind(most: number): string[] {
  const kinds = Map.groupBy(addresses, (address) => address.split('/').slice(0, -1).join('/') || address)
  return [...kinds.values()].flatMap((kind) => kind.slice(0, most))
}
