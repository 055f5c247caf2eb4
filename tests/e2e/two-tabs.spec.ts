import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchWholeBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { hear, pressEarTo } from '#tests/support/ear.ts'
import { startSite, type Site } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchWholeBrowser(site.origin, ['--autoplay-policy=user-gesture-required'])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const soon = { timeout: 10_000, interval: 50 }

const radio = (page: Page) => page.getByRole('button', { name: 'Play Swade Radio' })
const status = (page: Page, name: string) => page.locator(`[data-radio=${name}]`)

test('the radio in a second tab silences the first, which returns when the second goes', async () => {
  const [a, b] = await openTwo('/books', '/journey')
  await start(a)
  await start(b)
  await status(a, 'waiting').waitFor()
  await a.getByText('Playing in another tab').first().waitFor()
  // A young stream may stand still for a moment; whether two ever sound at once is asked further down.
  await expect.poll(() => audible(a, b), soon).toHaveLength(1)
  // Closing the tab is no word about the radio.
  await b.close()
  await status(a, 'playing').waitFor()
  await expect.poll(() => audible(a), soon).toHaveLength(1)
})

test('the radio stopped in one tab is stopped in both', async () => {
  const [a, b] = await openTwo('/books', '/journey')
  await start(a)
  await start(b)
  await status(a, 'waiting').waitFor()
  await radio(b).click()
  await status(b, 'silent').waitFor()
  await status(a, 'silent').waitFor()
  await sleep(1200)
  expect(await audible(a, b)).toEqual([])
})

test('a track in a second tab silences the radio of the first for as long as it plays', async () => {
  const [a, b] = await openTwo('/books', '/artist/luma-swade')
  await start(a)
  await b.bringToFront()
  await b.getByRole('button', { name: 'Play Glass Arcade' }).click()
  await status(a, 'waiting').waitFor()
  await expect.poll(() => audible(a, b), soon).toEqual([expect.stringContaining('glass-arcade')])
  await b.getByRole('button', { name: 'Pause Glass Arcade' }).click()
  await status(a, 'playing').waitFor()
  await expect.poll(() => audible(a, b), soon).toEqual([expect.stringContaining('stream')])
})

test('going to and fro between two tabs never gives two sounds', async () => {
  const [a, b] = await openTwo('/books', '/journey')
  await start(a)
  for (let n = 0; n < 6; n++) {
    const page = n % 2 ? a : b
    await page.bringToFront()
    await radio(page).click()
    for (let look = 0; look < 8; look++) {
      expect((await audible(a, b)).length).toBeLessThanOrEqual(1)
      await sleep(60)
    }
    await status(page, 'playing').waitFor()
  }
})

async function openTwo(one: string, other: string): Promise<[Page, Page]> {
  const a = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await pressEarTo(a.context())
  await a.goto(one)
  const b = await a.context().newPage()
  await b.goto(other)
  await b.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  await a.bringToFront()
  return [a, b]
}

async function start(page: Page): Promise<void> {
  await page.bringToFront()
  await radio(page).click()
  await status(page, 'playing').waitFor()
}

/** What sounds in these tabs, the intro left out: it belongs to the radio. */
async function audible(...pages: Page[]): Promise<string[]> {
  const heard = await Promise.all(pages.map(hear))
  return heard.flatMap((one) => one.audible).filter((src) => !src.includes('intro'))
}
