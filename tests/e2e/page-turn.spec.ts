import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type StoryBrowser } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let browser: StoryBrowser

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
