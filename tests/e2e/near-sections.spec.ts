import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
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

const desktop = { viewport: { width: 1440, height: 900 } }
const sections = ['ecosystem', 'timeline', 'virtual-world', 'tokens', 'audiobook', 'roster', 'newsletter']
const scriptOf = (section: string) => new RegExp(`/assets/${section}-section-[^/]+\\.js$`)

/** Opens the landing page with the script of one section held back until `release`. */
async function openWithHeld(section: string, options: PageOptions = desktop) {
  const page = await browser.newPage(options)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  await page.route(scriptOf(section), async (route) => {
    ask()
    await released
    await route.continue()
  })
  await page.goto('/')
  await markDocument(page)
  return { page, asked, release, passage: page.locator(`#${section}`) }
}

// A document that was loaded anew has no mark, and no radio that goes on.
const markDocument = (page: Page) => page.evaluate('window.isFirst = true; undefined')
const isSameDocument = (page: Page) => page.evaluate<boolean>('window.isFirst === true')

test('nothing of what lies below the screen is asked for before the page is moved', async () => {
  for (const options of [desktop, { phone: true }]) {
    const page = await browser.newPage(options)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const isAsked = (section: string) => asked.some((url) => scriptOf(section).test(url))
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    expect(sections.filter(isAsked)).toEqual([])
    // What inner pages share comes with the first section; vite.config.ts says what the top of the page needs of it.
    const areParts = (url: string) => /\/assets\/parts-/.test(url)
    expect(asked.filter(areParts)).toEqual([])
    for (const section of sections) {
      await page.locator(`#${section}`).scrollIntoViewIfNeeded()
      await expect.poll(() => isAsked(section), { timeout: 20_000, message: section }).toBe(true)
    }
    expect(asked.filter(areParts)).toHaveLength(1)
  }
})

test('a button pressed before its section answers is pressed when it does', async () => {
  const { page, asked, release, passage } = await openWithHeld('ecosystem')
  const place = passage.locator('[aria-atomic=true]')
  await passage.getByRole('button', { name: 'Next in the ecosystem' }).click()
  await asked
  expect(await place.textContent()).toMatch(/01 \/ {2}of 18/)
  release()
  await expect.poll(() => place.textContent(), { timeout: 20_000 }).toMatch(/02 \/ {2}of 18/)
  expect(await isSameDocument(page)).toBe(true)
})

test('a player pressed before its section answers plays, for it has the speaker by then', async () => {
  const { asked, release, passage } = await openWithHeld('audiobook')
  await passage.getByRole('button', { name: /^Play Preview/ }).click()
  await asked
  release()
  await passage.locator('[data-player=playing]').waitFor()
})

test('a card pressed before its section answers opens its preview, and with Ctrl its page in a new tab at once', async () => {
  const { page, asked, release, passage } = await openWithHeld('ecosystem')
  const card = passage.locator('[aria-roledescription=slide]').first().getByRole('link')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), card.click({ modifiers: ['ControlOrMeta'] })])
  await tab.close()
  await card.click()
  await asked
  expect(new URL(page.url()).pathname).toBe('/')
  release()
  await page.getByRole('dialog').filter({ visible: true }).getByRole('button', { name: 'Close Preview' }).click()
  expect(await isSameDocument(page)).toBe(true)
})

test('who walks by Tab and presses Enter in a section that does not answer yet is led on, in the same document', async () => {
  const { page, asked, release, passage } = await openWithHeld('timeline')
  const last = page.locator('#ecosystem').getByRole('button', { name: 'Next in the ecosystem' })
  await last.focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('View Full Journey')
  await page.keyboard.press('Enter')
  await asked
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await passage.isVisible()).toBe(true)
  release()
  await page.waitForURL('**/journey')
  expect(await isSameDocument(page)).toBe(true)
})

test('an address sent off before the form answers is sent by script when it does', async () => {
  const { page, asked, release, passage } = await openWithHeld('newsletter')
  await passage.getByRole('textbox', { name: 'Email' }).fill('early@example.com')
  await asked
  await passage.getByRole('button', { name: 'Subscribe' }).click()
  expect(await passage.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('early@example.com')
  release()
  await passage.getByRole('status').waitFor()
  expect(await isSameDocument(page)).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a section whose script cannot be loaded leads where its links lead, forgets what only script could do, and comes to life at a later touch', async () => {
  const page = await browser.newPage({ ...desktop, expected: [/ERR_FAILED|Failed to load resource/] })
  await page.route(scriptOf('audiobook'), (route) => route.abort())
  await page.route(scriptOf('roster'), (route) => route.abort())
  await page.goto('/')
  await markDocument(page)
  const audiobook = page.locator('#audiobook')
  const play = audiobook.getByRole('button', { name: /^Play Preview/ })
  const failing = page.waitForEvent('requestfailed', (request) => scriptOf('audiobook').test(request.url()))
  await play.click()
  await failing
  await page.unroute(scriptOf('audiobook'))
  await Promise.all([page.waitForResponse(scriptOf('audiobook')), audiobook.getByRole('heading', { level: 2 }).click()])
  await page.locator('[data-near=awake] #audiobook').waitFor()
  // What was pressed then is nobody's wish any more; what is pressed now is done.
  expect(await audiobook.locator('[data-player=playing]').count()).toBe(0)
  await play.click()
  await audiobook.locator('[data-player=playing]').waitFor()

  const roster = page.locator('#roster')
  await roster.getByRole('link', { name: 'Meet Swade Fam' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test('who comes from another page while a script cannot be had finds the rest, and that section when it can', async () => {
  const page = await browser.newPage({ ...desktop, expected: [/ERR_FAILED|Failed to load resource/] })
  await page.route(scriptOf('roster'), (route) => route.abort())
  // It has a passage of the same name as the landing page.
  await page.goto('/journey')
  await markDocument(page)
  await page.getByRole('banner').getByRole('link', { name: 'Swade, home' }).click()
  await page.locator('#newsletter').getByRole('button', { name: 'Subscribe' }).waitFor()
  expect(await page.locator('#roster').count()).toBe(0)
  await page.unroute(scriptOf('roster'))
  await page.locator('#roster').getByRole('link', { name: 'Meet Swade Fam' }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test('a calendar asked for before its section answers comes at once', async () => {
  const { page, passage } = await openWithHeld('virtual-world')
  const calendar = passage.getByRole('link', { name: 'All dates, as a calendar' })
  const [file] = await Promise.all([page.waitForEvent('download'), calendar.click()])
  expect(file.suggestedFilename()).toMatch(/\.ics$/)
  expect(new URL(page.url()).pathname).toBe('/')
})

test('who means something else meanwhile is not led where they meant to go before', async () => {
  const { page, asked, release, passage } = await openWithHeld('timeline')
  await passage.getByRole('link', { name: 'View Full Journey' }).click()
  await asked
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  release()
  await page.waitForURL('**/books')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(3_500)
  expect(new URL(page.url()).pathname).toBe('/books')
})

test('the keys of the radio work while the focus is in what never asks for script', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/')
  const mute = page.getByRole('region', { name: 'Radio' }).getByRole('button', { name: 'Mute' })
  const isMuted = () => mute.getAttribute('aria-pressed')
  await mute.click()
  await expect.poll(isMuted, { timeout: 20_000 }).toBe('true')
  await page.getByRole('link', { name: 'Enter the Virtual World' }).focus()
  await page.keyboard.press('m')
  await expect.poll(isMuted, { timeout: 20_000 }).toBe('false')
})

test('passages that do not answer yet stay on screen whatever the router does', async () => {
  const { page, asked, release, passage } = await openWithHeld('roster')
  await passage.scrollIntoViewIfNeeded()
  await asked
  await page.evaluate(
    `const heading = document.querySelector('#roster h2')
     window.isEmptied = false
     new MutationObserver(() => {
       if (document.querySelector('#ecosystem') && heading.offsetHeight === 0) window.isEmptied = true
     }).observe(document, { childList: true, subtree: true, attributes: true })
     undefined`,
  )
  await page.getByRole('banner').getByRole('link', { name: 'Timeline' }).click()
  await expect.poll(() => new URL(page.url()).hash, { timeout: 20_000 }).toBe('#timeline')
  await page.goBack()
  // Leaving takes a view transition, which tells the whole page of itself.
  await page.getByRole('banner').getByRole('link', { name: 'Swade Fam' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  expect(await page.evaluate('window.isEmptied')).toBe(false)
  release()
  await page.goBack()
  await page.locator('#roster').getByRole('link', { name: 'Meet Swade Fam' }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test('who comes from another page finds every section there, and lands at the one that was meant', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/platform/downbeat')
  await markDocument(page)
  await page.evaluate(
    'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (location.pathname === "/") window.shift += entry.value }).observe({ type: "layout-shift" }); undefined',
  )
  await page.getByRole('main').getByRole('link', { name: 'The ecosystem', exact: true }).click()
  const heading = page.locator('#ecosystem').getByRole('heading', { level: 2 })
  await heading.waitFor()
  for (const section of sections) expect(await page.locator(`#${section}`).count(), section).toBe(1)
  await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 20_000 }).toBeLessThan(300)
  expect(await page.evaluate('window.shift')).toBeLessThanOrEqual(0.01)
  expect(await isSameDocument(page)).toBe(true)
})
