import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  takeScrollPositions,
  waitUntilArrived,
  waitUntilHydrated,
  waitUntilStill,
  recordScroll,
} from '#tests/support/settled.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
/** A small window with the navigation of a desktop: fewer pixels to draw while pages scroll. */
const desktop = { viewport: { width: 1100, height: 640 } }
const pollMs = { timeout: 20_000 }

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })
const banner = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const placeOf = (page: Page) => page.evaluate<number>('Math.round(scrollY)')
const isAtPlace = async (page: Page, place: number, within = 1) =>
  await expect.poll(async () => Math.abs((await placeOf(page)) - place), pollMs).toBeLessThan(within)
const scrollTo = (page: Page, top: number) => page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`)
const ready = (page: Page) => page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
const settled = (page: Page) => page.locator('html:not([data-navigating])').waitFor({ state: 'attached' })

/** Waits until the page is scrolled to a section, below the top bar. */
async function isAtPassage(page: Page, id: string) {
  const distance = () =>
    page.evaluate<number>(`Math.abs(document.getElementById('${id}').getBoundingClientRect().top - 96)`)
  await expect.poll(distance, { ...pollMs, message: id }).toBeLessThan(120)
  await waitUntilStill(page)
}

test('a new page starts at its top with the focus in its content, Back restores the scroll position, and anchors scroll smoothly', async () => {
  const page = await site.takePage({ ...desktop, reducedMotion: 'no-preference' })
  await page.goto('/')
  await scrollTo(page, 4300)
  // The sections on the way are hydrated, and may change their height.
  await waitUntilHydrated(page)
  await waitUntilStill(page)
  const before = await placeOf(page)
  await recordScroll(page)
  await banner(page, 'Books').click()
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
  await waitUntilArrived(page)
  await mainNav(page).locator('[aria-current=page]', { hasText: 'Books' }).waitFor()
  await settled(page)
  await isAtPlace(page, 0)
  // A shorter page may first stop at its end.
  expect((await takeScrollPositions(page)).length).toBeLessThanOrEqual(2)
  await page.goBack()
  await page.locator('#tokens').waitFor()
  await settled(page)
  await isAtPlace(page, before, 20)
  expect((await takeScrollPositions(page)).length).toBeLessThanOrEqual(3)
  await banner(page, 'Ecosystem').click()
  await isAtPassage(page, 'ecosystem')
  expect((await takeScrollPositions(page)).length).toBeGreaterThan(3)
})

test('Back and Forward move between anchors of a page, and an anchor link works every time', async () => {
  const page = await site.takePage({ ...desktop, reducedMotion: 'no-preference' })
  await page.goto('/')
  await banner(page, 'Timeline').click()
  await isAtPassage(page, 'timeline')
  await banner(page, 'Tokens').click()
  await isAtPassage(page, 'tokens')
  // Left from elsewhere: Back restores the position, and the link leads to the section.
  await page.evaluate('scrollBy({ top: -700, behavior: "instant" })')
  await waitUntilStill(page)
  const left = await placeOf(page)
  await banner(page, 'Ecosystem').click()
  await isAtPassage(page, 'ecosystem')
  await page.goBack()
  await isAtPlace(page, left, 20)
  await page.goBack()
  await isAtPassage(page, 'timeline')
  await page.goBack()
  await isAtPlace(page, 0, 20)
  await page.goForward()
  await isAtPassage(page, 'timeline')
  await page.goForward()
  await isAtPlace(page, left, 20)
  await banner(page, 'Tokens').click()
  await isAtPassage(page, 'tokens')
  await banner(page, 'Books').click()
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
  await page.goBack()
  await isAtPassage(page, 'tokens')
})

test('a reloaded page, or one returned to from another document or by two steps, restores its scroll position', async () => {
  const page = await site.takePage({ ...desktop, reducedMotion: 'no-preference' })
  await page.goto('/journey')
  await scrollTo(page, 1500)
  await page.reload()
  await ready(page)
  await isAtPlace(page, 1500)
  await page.goto('/llms.txt')
  await page.goBack()
  await ready(page)
  await isAtPlace(page, 1500)
  // Navigates by the router, then by a document, and back over both: the browser leaves scroll restoration to us.
  await banner(page, 'Books').click()
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
  await settled(page)
  await page.goto('/llms.txt')
  // Leaving the page ends its scripts, and with them the result of the call.
  await page.evaluate('setTimeout(() => history.go(-2))')
  await page.waitForURL(/\/journey$/)
  await ready(page)
  await isAtPlace(page, 1500)
})

test('scrolling before a reloaded page is complete is not undone', async () => {
  const page = await site.takePage({ ...desktop, reducedMotion: 'no-preference' })
  await page.goto('/journey')
  await scrollTo(page, 1500)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\.(avif|webp|jpg|png)|\/figures\//, async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  // Fonts that load late would move the content above.
  await page.evaluate('document.fonts.ready')
  await isAtPlace(page, 1500)
  await page.mouse.move(720, 450)
  await page.mouse.wheel(0, 600)
  await isAtPlace(page, 2100)
  expect(await page.evaluate('document.readyState')).toBe('interactive')
  release()
  await page.waitForLoadState('load')
  await ready(page)
  await waitUntilStill(page)
  expect(await placeOf(page)).toBe(2100)
})

test('a page that cannot be loaded shows the error page, and Try Again loads it', async () => {
  const page = await site.takePage({
    ...desktop,
    expected: [/Failed to fetch|ERR_|status of 500|turbo-stream|decode/i],
  })
  await page.route('**/*.data*', (route) => route.abort('connectionreset'))
  await page.goto('/journey')
  await mainNav(page).getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
  expect(await page.title()).toContain('Swade')
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'), 'it is dressed').not.toBe(
    'rgba(0, 0, 0, 0)',
  )
  expect(await mainNav(page).isVisible(), 'the way on is still there').toBe(true)
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
})

test('a navigation interrupted by the next one is no error', async () => {
  const page = await site.takePage(desktop)
  await page.goto('/journey')
  await page.evaluate(
    `for (const update of [() => {}, () => {}]) void document.startViewTransition(update).finished.finally(() => {})`,
  )
  await mainNav(page).getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
})

test('navigation to another area changes the style sheet together with the page, once', async () => {
  const page = await site.takePage(desktop)
  await page.goto('/admin')
  await ready(page)
  // Every frame on the way: the displayed page and its style sheet.
  await page.evaluate(`{
    window.seen = new Set()
    const look = () => {
      const sheets = [...document.querySelectorAll('style[data-area]')].map((style) => style.dataset.area + (style.textContent.includes('.wrap') ? '' : ' empty'))
      seen.add(location.pathname + ' ' + document.querySelector('h1')?.textContent + ': ' + sheets)
      requestAnimationFrame(look)
    }
    look()
  }`)
  const seen = () => page.evaluate<string[]>(`[...seen].map((line) => line.slice(line.indexOf(' ') + 1))`)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.locator('#tokens').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
  await page.goForward()
  await page.locator('#tokens').waitFor()
  expect([...new Set(await seen())].toSorted()).toEqual([
    expect.stringMatching(/^Admin.*: owner$/),
    expect.stringMatching(/: public$/),
  ])
})

test('if the style sheet of another area cannot be loaded, its page is loaded as a document', async () => {
  const page = await site.takePage({
    ...desktop,
    expected: [/owner-[\w-]+\.js/, /Failed to load resource/],
  })
  await page.route(/\/assets\/owner-[\w-]{8}\.js$/, (route) => route.abort())
  await page.goto('/newsletter-admin')
  await ready(page)
  await page.evaluate('window.isFirstDocument = true')
  await page.getByRole('link', { name: 'with an emailed code' }).click()
  await page.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
  expect(
    await page.evaluate('[window.isFirstDocument ?? false, document.querySelector("style[data-area]").dataset.area]'),
  ).toEqual([false, 'owner'])
})

test('navigation between areas of visitors keeps the document, and its policy allows every step', async () => {
  const page = await site.takePage(desktop)
  const areaOf = () =>
    page.evaluate('[window.isFirstDocument, document.querySelector("style[data-area]").dataset.area]')
  await page.goto('/books')
  await page.evaluate('window.isFirstDocument = true')
  await page.locator('main a[href^="/book/"]').first().click()
  await page.locator('main a[href$="/read"]').first().click()
  // The style sheet of the reader comes with its page; a violated policy is an error in the console.
  await expect.poll(areaOf, pollMs).toEqual([true, 'reader'])
  await page.goBack()
  await expect.poll(areaOf, pollMs).toEqual([true, 'public'])
})

test('from a page of visitors the admin is loaded as a document, so that it may preview images of any host', async () => {
  const page = await site.takeOwnerPage({
    viewport: { width: 390, height: 844 },
    expected: [/another host: https:\/\/pictures\.example/],
  })
  const image = '<svg xmlns="http://www.w3.org/2000/svg" width="148" height="210"/>'
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: image }),
  )
  await page.goto('/books')
  await page.evaluate('window.isFirstDocument = true')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Admin Dashboard' }).click()
  await page.waitForURL('**/admin/setup')
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: /^Books/ })
    .click()
  await page.locator('main a[href^="/admin/books/"]:not([href$="/new"])').first().click()
  expect(await page.evaluate('window.isFirstDocument ?? false')).toBe(false)
  await page.getByLabel('Cover URL').fill('https://pictures.example/cover.svg')
  const cover = page.locator('img[src="https://pictures.example/cover.svg"]')
  await expect.poll(() => cover.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)).toBe(148)
})
