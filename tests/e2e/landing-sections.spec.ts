import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '#tests/support/shared-site.ts'
import { waitUntilStill } from '#tests/support/settled.ts'

const site = sharedBrowser()
const desktop = { viewport: { width: 1440, height: 900 } }
const pollMs = { timeout: 20_000 }
const sections = ['ecosystem', 'timeline', 'virtual-world', 'tokens', 'audiobook', 'roster', 'newsletter']
const anySection = new RegExp(`/assets/(${sections.join('|')})-section-[^/]+\\.js$`)
const scriptOf = (section: string) => new RegExp(`/assets/${section}-section-[^/]+\\.js$`)

/** Opens the landing page with the scripts of all its sections held back, each until it is released. */
async function openHeld(options: Parameters<typeof site.newPage>[0] = desktop) {
  const page = await site.newPage(options)
  const held = new Map(sections.map((section) => [section, Promise.withResolvers<void>()]))
  const asked = new Map(sections.map((section) => [section, Promise.withResolvers<void>()]))
  const isAsked = new Set<string>()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.route(anySection, async (route) => {
    const section = sectionOf(route)
    isAsked.add(section)
    asked.get(section)?.resolve()
    await held.get(section)?.promise
    await route.continue()
  })
  await page.goto('/')
  await markDocument(page)
  return {
    page,
    requested,
    isAsked,
    passage: (section: string) => page.locator(`#${section}`),
    asked: (section: string) => asked.get(section)?.promise,
    release: (section: string) => held.get(section)?.resolve(),
  }
}
const sectionOf = (route: Route) => anySection.exec(route.request().url())?.[1] ?? ''

// A document that was loaded anew has no mark, and no radio that goes on.
const markDocument = (page: Page) => page.evaluate('window.isFirst = true; undefined')
const isSameDocument = (page: Page) => page.evaluate<boolean>('window.isFirst === true')
/** Waits until a page that nobody touches has done what it does by itself. */
async function isIdle(page: Page) {
  await waitUntilStill(page)
  await page.evaluate('new Promise((done) => requestIdleCallback(done))')
}
const pathOf = (page: Page) => new URL(page.url()).pathname

test('on a phone nothing of what lies below the screen is asked for before the page is moved, and all of it when it is', async () => {
  const { page, isAsked, requested, release } = await openHeld({ phone: true })
  // What inner pages share comes with the first section; vite.config.ts says what the top of the page needs of it.
  const parts = () => requested.filter((url) => /\/assets\/parts-/.test(url))
  await isIdle(page)
  expect([[...isAsked], parts()]).toEqual([[], []])
  for (const section of sections) {
    release(section)
    await page.locator(`#${section}`).scrollIntoViewIfNeeded()
  }
  await expect.poll(() => sections.filter((section) => !isAsked.has(section)), pollMs).toEqual([])
  expect(parts()).not.toEqual([])
})

test('on a desktop no section is asked for before the page is moved, and what is pressed before one answers is done when it does', async () => {
  const { page, passage, asked, isAsked, release } = await openHeld()
  await isIdle(page)
  expect([...isAsked], 'before the page is moved').toEqual([])
  const place = passage('ecosystem').locator('[aria-atomic=true]')
  await passage('ecosystem').getByRole('button', { name: 'Next in the ecosystem' }).click()
  await asked('ecosystem')
  expect(await place.textContent()).toMatch(/\b1 \/ {2}of 18/)
  release('ecosystem')
  await expect.poll(() => place.textContent(), pollMs).toMatch(/\b2 \/ {2}of 18/)

  // The player has the speaker by the time it is pressed once more, so it may play.
  await passage('audiobook')
    .getByRole('button', { name: /^Play Preview/ })
    .click()
  await asked('audiobook')
  release('audiobook')
  await passage('audiobook').locator('[data-player=playing]').waitFor()

  const calendar = passage('virtual-world').getByRole('link', { name: 'All dates, as a calendar' })
  const [file] = await Promise.all([page.waitForEvent('download'), calendar.click()])
  expect(file.suggestedFilename(), 'the browser brings a file by itself').toMatch(/\.ics$/)
  release('virtual-world')

  await passage('newsletter').getByRole('textbox', { name: 'Email' }).fill('early-section@example.com')
  await asked('newsletter')
  await passage('newsletter').getByRole('button', { name: 'Subscribe' }).click()
  expect(await passage('newsletter').getByRole('textbox', { name: 'Email' }).inputValue()).toBe('early-section@example.com')
  release('newsletter')
  await passage('newsletter').getByRole('status').waitFor()

  // Who walks by Tab and presses Enter is led on, too.
  await page.locator('#ecosystem').getByRole('button', { name: 'Next in the ecosystem' }).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('View Full Journey')
  await page.keyboard.press('Enter')
  await asked('timeline')
  expect(pathOf(page)).toBe('/')
  expect(await passage('timeline').isVisible()).toBe(true)
  release('timeline')
  await page.waitForURL('**/journey')
  expect(await isSameDocument(page)).toBe(true)
})

test('a card pressed before its section answers opens its preview, and with Ctrl its page in a new tab at once', async () => {
  const { page, asked, release, passage } = await openHeld()
  const card = passage('ecosystem').locator('[aria-roledescription=slide]').first().getByRole('link')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), card.click({ modifiers: ['ControlOrMeta'] })])
  await tab.close()
  await card.click()
  await asked('ecosystem')
  expect(pathOf(page)).toBe('/')
  release('ecosystem')
  await page.getByRole('dialog').filter({ visible: true }).getByRole('button', { name: 'Close Preview' }).click()
  expect(await isSameDocument(page)).toBe(true)
})

test('a section whose script cannot be loaded leads where its links lead, forgets what only script could do, and comes to life at a later touch', async () => {
  const page = await site.newPage({ ...desktop, expected: [/ERR_FAILED|Failed to load resource/] })
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

  await page.locator('#roster').getByRole('link', { name: 'Meet Swade Fam' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test('who comes from another page finds every section there, and lands at the one that was meant', async () => {
  const page = await site.newPage({ ...desktop, reducedMotion: 'no-preference', expected: [/ERR_FAILED|Failed to load resource/] })
  await page.goto('/platform/downbeat')
  await markDocument(page)
  await page.evaluate(
    'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (location.pathname === "/") window.shift += entry.value }).observe({ type: "layout-shift" }); undefined',
  )
  await page.getByRole('main').getByRole('link', { name: 'The ecosystem', exact: true }).click()
  const heading = page.locator('#ecosystem').getByRole('heading', { level: 2 })
  await heading.waitFor()
  for (const section of sections) expect(await page.locator(`#${section}`).count(), section).toBe(1)
  await expect.poll(async () => (await heading.boundingBox())?.y, pollMs).toBeLessThan(300)
  await waitUntilStill(page)
  expect(await page.evaluate('window.shift')).toBeLessThanOrEqual(0.01)
  expect(await isSameDocument(page)).toBe(true)
})

test('who comes from another page while a script cannot be had finds the rest, and that section when it can', async () => {
  const page = await site.newPage({ ...desktop, expected: [/ERR_FAILED|Failed to load resource/] })
  await page.clock.install()
  await page.route(scriptOf('roster'), (route) => route.abort())
  // It has a passage of the same name as the landing page.
  await page.goto('/journey')
  await markDocument(page)
  await page.getByRole('banner').getByRole('link', { name: 'Swade, home' }).click()
  await page.locator('#newsletter').getByRole('button', { name: 'Subscribe' }).waitFor()
  expect(await page.locator('#roster').count()).toBe(0)
  await page.unroute(scriptOf('roster'))
  // It asks again every five seconds.
  await page.clock.fastForward(5_000)
  await page.locator('#roster').getByRole('link', { name: 'Meet Swade Fam' }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test('who means something else meanwhile is not led where they meant to go before', async () => {
  const { page, asked, release, passage } = await openHeld()
  await passage('timeline').getByRole('link', { name: 'View Full Journey' }).click()
  await asked('timeline')
  await page.clock.install()
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  release('timeline')
  await page.waitForURL('**/books')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Longer than a press waits for its script.
  await page.clock.runFor(11_000)
  expect(pathOf(page)).toBe('/books')
})

test('passages that do not answer yet stay on screen whatever the router does', async () => {
  const { page, asked, release, passage } = await openHeld()
  for (const section of sections) if (section !== 'roster') release(section)
  await passage('roster').scrollIntoViewIfNeeded()
  await asked('roster')
  await page.evaluate(
    `const heading = document.querySelector('#roster h2')
     window.isEmptied = false
     new MutationObserver(() => {
       if (document.querySelector('#ecosystem') && heading.offsetHeight === 0) window.isEmptied = true
     }).observe(document, { childList: true, subtree: true, attributes: true })
     undefined`,
  )
  await page.getByRole('banner').getByRole('link', { name: 'Timeline' }).click()
  await expect.poll(() => new URL(page.url()).hash, pollMs).toBe('#timeline')
  await page.goBack()
  // Leaving takes a view transition, which tells the whole page of itself.
  await page.getByRole('banner').getByRole('link', { name: 'Swade Fam' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  expect(await page.evaluate('window.isEmptied')).toBe(false)
  release('roster')
  await page.goBack()
  await page.locator('#roster').getByRole('link', { name: 'Meet Swade Fam' }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
})
