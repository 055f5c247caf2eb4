import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ReaderManifest } from '#features/reader/contract.ts'
import { pageTextPath, readerPath } from '#features/reader/paths.ts'
import { buyBook } from '#tests/support/buy-book.ts'
import { openBook as openBookIn, openPanel, pageLine } from '#tests/support/open-book.ts'
import { publishOwnBook } from '#tests/support/own-book.ts'
import { type SharedPageOptions, sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const freeBook = 'indie-music-ai-guide-2'
const paidBook = 'ai-fun-profit'
/** Timeout on a busy machine. */
const soon = { timeout: 30_000 }
const expected = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to load resource/]
const openBook = (book: string, search?: string, options?: SharedPageOptions) =>
  openBookIn(site, book, search, { expected, ...options })
const offlineStatus = (page: Page) => page.getByRole('region', { name: 'Offline' })
const isSaved = (page: Page, what: string | RegExp = /^Saved for offline: \d+ pages?$/) =>
  offlineStatus(page).getByText(what).waitFor(soon)
const imageOf = (page: Page, number: number) => page.locator(`[data-page="${number}"] canvas[data-there=true]`)
const isWorkerReady = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
const pathsKept = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const paths = []
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })()`)

test('viewed pages of a free book are available offline, others are reported as missing; text of an earlier format is fetched again', async () => {
  const page = await openBook(freeBook, '?page=9')
  await isSaved(page)
  await isWorkerReady(page)
  const { edition } = (await (await page.request.get(readerPath(freeBook))).json()) as ReaderManifest
  const now = pageTextPath(freeBook, edition, 9)
  const before = `${readerPath(freeBook)}/${edition}/words-of-before/9.json`
  const textsKept = async () => (await pathsKept(page)).filter((path) => path === now || path === before)
  await expect.poll(textsKept, soon).toEqual([now])
  await page.evaluate(`(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const text = await cache.match('${now}')
      if (text) await cache.put('${before}', text)
      await cache.delete('${now}')
    }
  })()`)
  expect(await textsKept()).toEqual([before])
  await page.goto(`/book/${freeBook}/read?page=8`)
  await expect.poll(textsKept, soon).toEqual([now])

  await page.context().setOffline(true)
  await offlineStatus(page)
    .getByText(/^You are offline\./)
    .waitFor(soon)
  await page.goto(`/book/${freeBook}/read?page=9`)
  await imageOf(page, 9).waitFor(soon)
  await page.locator('[data-page="9"] [data-line]').first().waitFor(soon)
  await offlineStatus(page)
    .getByText(/^You are offline\./)
    .waitFor(soon)
  const contents = await openPanel(page, 'Contents')
  await contents.getByRole('button', { name: /^3\. From Sketch to Song/ }).click()
  await page.locator('[data-page="18"]').getByText('Not saved on this device').waitFor(soon)
  await page.context().setOffline(false)
  await imageOf(page, 18).waitFor(soon)
})

test('a page that failed just before and after reconnecting loads automatically', async () => {
  const page = await openBook(freeBook, '?page=9', { serviceWorkers: 'block' })
  await offlineStatus(page).waitFor(soon)
  let isCut = true
  // Without the text too: a page whose text has arrived is not reported as missing.
  await page.route(/\/api\/reader\/.+\.(webp|json)$/, (route) => (isCut ? route.abort() : route.continue()))
  const say = (event: 'online' | 'offline') =>
    page.evaluate(
      `Object.defineProperty(navigator, 'onLine', { configurable: true, value: ${event === 'online'} }), dispatchEvent(new Event('${event}'))`,
    )
  await say('offline')
  const contents = await openPanel(page, 'Contents')
  await contents.getByRole('button', { name: /^5\. / }).click()
  await page.getByText('Not saved on this device').first().waitFor(soon)
  await say('online')
  await page.getByText('Error loading book.').waitFor(soon)
  isCut = false
  const pageNumber = Number(/\d+/.exec(await pageLine(page).innerText())![0])
  expect(pageNumber).toBeGreaterThan(30)
  await imageOf(page, pageNumber).waitFor(soon)
})

test('extensions whose code fails to load leave the book open, and are retried', async () => {
  const page = await site.takePage({ expected })
  let isCut = true
  await page.route(/lazy-extensions-/, (route) => (isCut ? route.abort() : route.continue()))
  const failing = page.waitForEvent('requestfailed', (request) => request.url().includes('lazy-extensions-'))
  await page.goto(`/book/${freeBook}/read?page=9`)
  await imageOf(page, 9).waitFor(soon)
  await failing
  await page.locator('[data-page="9"] [data-line]').first().waitFor(soon)
  expect(await page.getByText('Saved for offline').count()).toBe(0)
  isCut = false
  await page.getByText(/^Saved for offline: \d+ pages?$/).waitFor(soon)
})

test('a whole book can be saved and removed again; only its pages and assets are cached', async () => {
  const { id } = await publishOwnBook(site, 'Kept Whole', 7)
  const page = await openBook(id, '?page=3')
  await offlineStatus(page).getByRole('button', { name: 'Save whole book' }).click(soon)
  await isSaved(page, 'Saved for offline: 7 pages')
  const kept = await pathsKept(page)
  expect(kept.filter((path) => /\/pages\/\d+-\d+\.webp$/.test(path))).toHaveLength(7)
  const itsOwn = /^\/(assets\/|api\/reader\/[\w-]+(\/[0-9a-f]{16}\/|$)|book\/[\w-]+\/(read|kept\.json)$)/
  expect(kept.filter((path) => !itsOwn.test(path))).toEqual([])
  await offlineStatus(page).getByRole('button', { name: 'Remove' }).click()
  await offlineStatus(page).getByText('Not saved for offline').waitFor(soon)
  expect(await page.evaluate('caches.keys()')).toEqual([])
})

test('a preview is not cached, and a book that is no longer accessible is deleted from the device', async () => {
  const page = await site.newPage()
  await page.clock.install()
  // A page without scripts, on which an earlier visit can be simulated.
  await page.goto('/robots.txt')
  await page.evaluate(`caches.open('swade-book-1:${paidBook}').then((cache) =>
    cache.put('/book/x/kept.json', Response.json({ access: 'owned', openedAt: 1, edition: 'e', title: 't' })))`)
  await page.goto(`/book/${paidBook}/read?page=2`)
  await imageOf(page, 2).waitFor(soon)
  await expect.poll(() => page.evaluate('caches.keys()'), soon).toEqual([])
  // Long enough for an accessible page to be cached.
  await page.clock.fastForward(5_000)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.evaluate('caches.keys()')).toEqual([])
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)
})

test('pages of a purchased book are cached while it is owned, and deleted when it is not', async () => {
  const { cookie } = await buyBook(site.origin, paidBook, 'keeper@reader.example')
  const page = await site.newPage({ expected })
  const cookies = cookie
    .split('; ')
    .map((one) => ({ name: one.split('=')[0]!, value: one.slice(one.indexOf('=') + 1), url: site.origin }))
  await page.context().addCookies(cookies)
  await page.goto(`/book/${paidBook}/read?page=6`)
  await imageOf(page, 6).waitFor(soon)
  await isSaved(page)
  await isWorkerReady(page)
  await page.context().setOffline(true)
  await page.goto(`/book/${paidBook}/read?page=6`)
  await imageOf(page, 6).waitFor(soon)

  // After a refund the server no longer grants access to this browser.
  await page.context().setOffline(false)
  await page.context().clearCookies()
  await page.goto(`/book/${paidBook}/read?page=6`)
  await page.locator('[data-page="6"]').getByText('Page Locked').waitFor(soon)
  await expect.poll(() => page.evaluate('caches.keys()'), soon).toEqual([])
})
