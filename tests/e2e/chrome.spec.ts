import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { startSite, type Site } from '#tests/support/site.ts'

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

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })

/** What stands in a list of links, as `words → address`. */
async function listLinks(within: Locator): Promise<string[]> {
  const links = await within.getByRole('listitem').getByRole('link').all()
  return Promise.all(links.map(async (link) => `${await link.innerText()} → ${await link.getAttribute('href')}`))
}

/** Which element has the focus, told by its name. */
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.textContent.trim() ?? document.activeElement.tagName')

const isFocusInside = (page: Page, selector: string) =>
  page.evaluate<boolean>(`document.activeElement === document.body || document.activeElement.closest('${selector}') !== null`)

/** Presses Tab until the focus is on the thing of that name; the way there is the way a keyboard goes. */
async function tabTo(page: Page, name: string, most = 60) {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await focused(page)) === name) return
  }
  throw new Error(`${most} presses of Tab did not reach '${name}'`)
}

test('every page links home, the artists, the books and the journey; the landing page has its own seven', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  expect(await listLinks(mainNav(page))).toEqual([
    'SWADE FAM → /swade-fam',
    'ECOSYSTEM → #ecosystem',
    'TIMELINE → #timeline',
    'VIRTUAL WORLD → #virtual-world',
    'TOKENS → #tokens',
    'BOOKS → /books',
    'CONTACT → mailto:hello@swade.example',
  ])
  for (const address of ['/journey', '/artist/nova-swade', '/books', '/newsletter']) {
    await page.goto(address)
    expect(await listLinks(mainNav(page)), address).toEqual(['HOME → /', 'ARTISTS → /swade-fam', 'BOOKS → /books', 'JOURNEY → /journey'])
  }
  await page.goto('/books')
  expect(await mainNav(page).getByRole('link', { name: 'Books' }).getAttribute('aria-current')).toBe('page')
  await mainNav(page).getByRole('link', { name: 'Artists' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  expect(await mainNav(page).getByRole('link', { name: 'Artists' }).getAttribute('aria-current')).toBe('page')
})

const navBackground = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.querySelector("header:has([aria-label=Main])")).backgroundColor')
const scrollTo = (page: Page, top: number) => page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`)
const clear = 'rgba(0, 0, 0, 0)'
const opaque = /^okl(ch|ab)\([^/]+\)$|^rgb\(/

test('the nav is clear for the first 20 pixels and opaque from the 21st', async () => {
  const page = await browser.newPage()
  await page.goto('/')
  expect(await navBackground(page)).toBe(clear)
  await scrollTo(page, 21)
  await expect.poll(() => navBackground(page)).toMatch(opaque)
  await scrollTo(page, 20)
  await expect.poll(() => navBackground(page)).toBe(clear)
})

test('where scripts do not come the nav turns opaque all the same, and the next touch asks for them again', async () => {
  const page = await browser.newPage({ expected: [/\.js\b/, /dynamically imported module/] })
  let isCut = true
  await page.route('**/assets/*.js', (route) => (isCut ? route.abort() : route.continue()))
  const told = page.waitForEvent('console', (message) => message.text().includes('dynamically imported module'))
  const ready = page.goto('/')
  await told
  expect(await navBackground(page)).toBe(clear)
  await scrollTo(page, 200)
  await expect.poll(() => navBackground(page)).toMatch(opaque)
  isCut = false
  // Anything else would move the page.
  await page.keyboard.press('Shift')
  await ready
  // By now it is script that keeps it so.
  await expect.poll(() => navBackground(page)).toMatch(opaque)
  await scrollTo(page, 0)
  await expect.poll(() => navBackground(page)).toBe(clear)
})

test('the menu slides in on a phone, holds the page still and takes everyone along', async () => {
  const page = await browser.newPage({ phone: true })
  await page.goto('/books')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const openButton = page.getByRole('button', { name: 'Open menu' })
  expect(await menu.isVisible()).toBe(false)
  expect(await mainNav(page).getByRole('link', { name: 'Journey' }).isVisible()).toBe(false)

  await openButton.tap()
  await menu.waitFor()
  expect(await page.evaluate('getComputedStyle(document.documentElement).overflowY')).toBe('hidden')
  const rightEdge = async () => {
    const box = await menu.boundingBox()
    return box && Math.round(box.x + box.width)
  }
  await expect.poll(rightEdge).toBe(390)

  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await menu.waitFor({ state: 'hidden' })
  expect(await page.evaluate('getComputedStyle(document.documentElement).overflowY')).not.toBe('hidden')

  await openButton.tap()
  await menu.getByRole('link', { name: 'Journey' }).tap()
  await page.waitForURL('**/journey')
  await menu.waitFor({ state: 'hidden' })

  await openButton.tap()
  await menu.getByRole('link', { name: 'Admin Dashboard' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Admin Access' }).waitFor()
  await menu.waitFor({ state: 'hidden' })
})

test('a passage of the landing page is reached from its menu, and the menu is gone', async () => {
  const page = await browser.newPage({ phone: true })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Tokens', exact: false }).first().tap()
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await page.locator('#tokens').boundingBox())?.y, { timeout: 5_000 }).toBeLessThan(200)
})

test('the menu works by keyboard alone and keeps the focus until it is closed', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto('/swade-fam')
  await tabTo(page, 'Open menu')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  await expect.poll(() => focused(page)).toBe('Close menu')

  const reached = new Set<string>()
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await isFocusInside(page, '#menu'), `after ${presses + 1} presses of Tab`).toBe(true)
    reached.add(await focused(page))
  }
  for (const name of ['Close menu', 'Tokens', 'Market', 'Newsletter', 'Admin Dashboard']) expect([...reached]).toContain(name)

  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe('Open menu')

  await page.keyboard.press('Enter')
  await tabTo(page, '04Journey')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/journey')
  await menu.waitFor({ state: 'hidden' })
})

test('menu and dialogs open before any script, and without one', async () => {
  const page = await browser.newPage({ phone: true, javaScriptEnabled: false })
  await page.goto('/journey')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await menu.waitFor()
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await menu.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Book Virtual Show' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Virtual shows coming soon' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Got It' }).tap()
  await dialog.waitFor({ state: 'hidden' })
})

test.each([
  ['Contact', 'Contact form coming soon'],
  ['Book Virtual Show', 'Virtual shows coming soon'],
])('%s in the footer says what is coming; Got It, the cross and Escape close it and give the focus back', async (button, title) => {
  const page = await browser.newPage()
  await page.goto('/tokens')
  const footer = page.getByRole('contentinfo')
  await footer.getByText('© 2025').waitFor()
  const opener = footer.getByRole('button', { name: button })
  const dialog = page.getByRole('dialog', { name: title })
  const ways = [
    () => dialog.getByRole('button', { name: 'Got It' }).click(),
    () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
  ]
  for (const close of ways) {
    await opener.click()
    await dialog.waitFor()
    await dialog.getByText('hello@swade.example').waitFor()
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab')
      expect(await isFocusInside(page, 'dialog[open]')).toBe(true)
    }
    await close()
    await dialog.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe(button)
  }
})

test('the quick links of the footer lead to eight pages', async () => {
  const page = await browser.newPage()
  await page.goto('/market')
  const links = page.getByRole('contentinfo').getByRole('navigation', { name: 'Quick Links' })
  expect(await listLinks(links)).toEqual([
    'Home → /',
    'Artists → /swade-fam',
    'Books → /books',
    'Journey → /journey',
    'Tokens → /tokens',
    'Market → /market',
    'Newsletter → /newsletter',
    'My Books → /my-books',
  ])
})

test('the first press of Tab offers to skip the nav, and the next link is then inside the page', async () => {
  const page = await browser.newPage()
  await page.goto('/books')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  await expect.poll(async () => (await page.getByRole('link', { name: 'Skip to content' }).boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await isFocusInside(page, 'main')).toBe(true)
})

test('home asks the backend root once and logs what it says, also for somebody who leaves and comes back', async () => {
  const page = await browser.newPage()
  const asked: string[] = []
  const logged: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What is on air is the radio bar's own question, and what tokens cost is the price panels'.
    if (pathname.startsWith('/api/') && !/^\/api\/(radio|tokens)\//.test(pathname)) asked.push(`${request.method()} ${pathname}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'log') logged.push(message.text())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await mainNav(page).getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
  await mainNav(page).getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Every sound leaves a figure.' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual(['GET /api/'])
  expect(logged).toEqual(['Swade is on the air.'])
})

test('home shows as ever when the backend root does not answer', async () => {
  const page = await browser.newPage({ expected: [/status of 500/] })
  await page.route('**/api/', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1, name: 'Every sound leaves a figure.' }).waitFor()
})

test('a page that cannot be fetched becomes the error page, and trying again brings it', async () => {
  const page = await browser.newPage({ expected: [/Failed to fetch|ERR_|status of 500|turbo-stream|decode/i] })
  await page.route('**/*.data*', (route) => route.abort('connectionreset'))
  await page.goto('/journey', { waitUntil: 'networkidle' })
  await mainNav(page).getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Something slipped' }).waitFor()
  expect(await page.title()).toContain('Swade')
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'), 'it is dressed').not.toBe('rgba(0, 0, 0, 0)')
  expect(await mainNav(page).isVisible(), 'the way on is still there').toBe(true)
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
})

test('the gate of the desk asks for an address, leads back home and is kept out of search', async () => {
  const page = await browser.newPage()
  await page.goto('/admin')
  await page.getByRole('heading', { level: 1, name: 'Admin Access' }).waitFor()
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await page.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Every sound leaves a figure.' }).waitFor()
})

test('after a click on a link the focus stands at the new page’s content', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto('/books')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journey' }).click()
  await page.waitForURL('**/journey')
  await page.locator('#content:focus').waitFor()
})
