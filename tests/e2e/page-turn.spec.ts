import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** Notes every place the page is scrolled to from now on. */
const watchScroll = (page: Page) =>
  page.evaluate('window.places = []; addEventListener("scroll", () => places.push(Math.round(scrollY))); undefined')
const placesOf = (page: Page) => page.evaluate<number[]>('places.splice(0)')

test('another page begins at its top and the way back ends where it began, both at once; a passage is travelled to', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  await page.evaluate('scrollTo({ top: 4300, behavior: "instant" })')
  await page.waitForTimeout(1_000)
  const before = await page.evaluate<number>('Math.round(scrollY)')
  await watchScroll(page)
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
  await page.waitForTimeout(1_500)
  expect(await page.evaluate<number>('scrollY')).toBe(0)
  // A shorter page may first be held at its end.
  expect((await placesOf(page)).length).toBeLessThanOrEqual(2)
  await page.goBack()
  await page.locator('#tokens').waitFor()
  await page.waitForTimeout(1_500)
  expect(Math.abs((await page.evaluate<number>('scrollY')) - before)).toBeLessThan(20)
  expect((await placesOf(page)).length).toBeLessThanOrEqual(3)
  await page.getByRole('banner').getByRole('link', { name: 'Ecosystem' }).click()
  await page.waitForTimeout(1_500)
  expect((await placesOf(page)).length).toBeGreaterThan(3)
})

test('Back and Forward lead from passage to passage of one page, and a link leads to its passage every time', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  const press = async (name: string) => {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await page.waitForTimeout(500)
  }
  const place = () => page.evaluate<number>('Math.round(scrollY)')
  const topOf = (id: string) => page.evaluate<number>(`document.getElementById('${id}').getBoundingClientRect().top`)
  const isAt = async (id: string) => {
    await expect.poll(async () => Math.abs((await topOf(id)) - 96), { timeout: 20_000 }).toBeLessThan(120)
  }
  await press('Timeline')
  await isAt('timeline')
  await press('Tokens')
  await isAt('tokens')
  // Left from elsewhere: Back returns to where it was left, the link to the passage.
  await page.evaluate('scrollBy({ top: -700, behavior: "instant" })')
  const left = await place()
  await press('Ecosystem')
  await isAt('ecosystem')
  await page.goBack()
  await expect.poll(async () => Math.abs((await place()) - left), { timeout: 20_000 }).toBeLessThan(20)
  await page.goBack()
  await isAt('timeline')
  await page.goBack()
  await expect.poll(place, { timeout: 20_000 }).toBeLessThan(20)
  await page.goForward()
  await isAt('timeline')
  await page.goForward()
  await expect.poll(async () => Math.abs((await place()) - left), { timeout: 20_000 }).toBeLessThan(20)
  await press('Tokens')
  await isAt('tokens')
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
  await page.goBack()
  await isAt('tokens')
})

const ready = (page: Page) => page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
const placeOf = (page: Page) => page.evaluate<number>('Math.round(scrollY)')

test('a page loaded anew, or come back to from another site or two steps, stands where it was left', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  await page.goto('/journey')
  await page.evaluate('scrollTo({ top: 1500, behavior: "instant" })')
  await page.reload()
  await ready(page)
  await expect.poll(() => placeOf(page), { timeout: 20_000 }).toBe(1500)
  // Another document, and back.
  await page.goto('/llms.txt')
  await page.goBack()
  await ready(page)
  await expect.poll(() => placeOf(page), { timeout: 20_000 }).toBe(1500)
  // Another page by the router, then another document, and back over both: the browser leaves that place to us.
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
  await page.goto('/llms.txt')
  await page.evaluate('history.go(-2)')
  await page.waitForURL(/\/journey$/)
  await ready(page)
  await expect.poll(() => placeOf(page), { timeout: 20_000 }).toBe(1500)
})

test('who moves on before a reloaded page is complete is not led back', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  await page.goto('/journey')
  await page.evaluate('scrollTo({ top: 1500, behavior: "instant" })')
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => (release = done))
  await page.route(/\.(avif|webp|jpg|png)/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect.poll(() => placeOf(page), { timeout: 20_000 }).toBe(1500)
  await page.mouse.move(720, 450)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => placeOf(page), { timeout: 20_000 }).toBe(2100)
  expect(await page.evaluate('document.readyState')).toBe('interactive')
  release()
  await ready(page)
  await page.waitForTimeout(1_500)
  expect(await placeOf(page)).toBe(2100)
})

test('a change of page that is cut short by the next one is no error', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  await page.evaluate(`for (const update of [() => {}, () => {}]) void document.startViewTransition(update).finished.finally(() => {})`)
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
})
