import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReaderManifest } from '#features/reader/contract.ts'
import { pageTextPath, readerPath } from '#features/reader/paths.ts'
import { buyByHand } from '#tests/support/buy-by-hand.ts'
import { launchWholeBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { openBook as openBookIn, openPanel, pageLine } from '#tests/support/open-book.ts'
import { startSite, type Site } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchWholeBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const freeBook = 'indie-music-ai-guide-2'
const paidBook = 'ai-fun-profit'
const slowly = { timeout: 20_000 }
const openBook = (book: string, search?: string, options?: PageOptions) => openBookIn(browser, book, search, options)

test('opened pages of a free book are there without a connection; others say that they are not', async () => {
  const offline = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to load resource/]
  const page = await openBook(freeBook, '?page=9', { expected: offline })
  const status = page.getByRole('region', { name: 'Offline' })
  await status.getByText(/^Saved for offline: \d+ pages?$/).waitFor(slowly)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.context().setOffline(true)
  await status.getByText(/^You are offline\./).waitFor()
  await page.goto(`/book/${freeBook}/read?page=9`)
  await page.locator('[data-page="9"] canvas[data-there=true]').waitFor(slowly)
  await page.locator('[data-page="9"] [data-line]').first().waitFor(slowly)
  await status.getByText(/^You are offline\./).waitFor()
  const contents = await openPanel(page, 'Contents')
  await contents.getByRole('button', { name: /^3\. From Sketch to Song/ }).click()
  await page.locator('[data-page="18"]').getByText('Not saved on this device').waitFor(slowly)
  await page.context().setOffline(false)
  await page.locator('[data-page="18"] canvas[data-there=true]').waitFor(slowly)
})

test('words that an earlier build kept in another form are asked for anew, and the old ones go', async () => {
  const page = await openBook(freeBook, '?page=9')
  const status = page.getByRole('region', { name: 'Offline' })
  await status.getByText(/^Saved for offline: \d+ pages?$/).waitFor(slowly)
  const { edition } = (await (await page.request.get(readerPath(freeBook))).json()) as ReaderManifest
  const now = pageTextPath(freeBook, edition, 9)
  const before = `${readerPath(freeBook)}/${edition}/words-of-before/9.json`
  const textsKept = () =>
    page.evaluate<string[]>(`(async () => {
      const paths = []
      for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
      return paths.filter((path) => path === '${now}' || path === '${before}')
    })()`)
  await expect.poll(textsKept, slowly).toEqual([now])
  await page.evaluate(`(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const text = await cache.match('${now}')
      if (text) await cache.put('${before}', text)
      await cache.delete('${now}')
    }
  })()`)
  expect(await textsKept()).toEqual([before])
  await page.goto(`/book/${freeBook}/read?page=30`)
  await expect.poll(textsKept, slowly).toEqual([now])
})

test('a page that failed just before and just after the connection was said to be back comes by itself', async () => {
  const page = await openBook(freeBook, '?page=9', { serviceWorkers: 'block', expected: [/ERR_FAILED/, /Failed to load resource/] })
  await page.getByRole('region', { name: 'Offline' }).waitFor(slowly)
  let isCut = true
  await page.route(/\.webp$/, (route) => (isCut ? route.abort() : route.continue()))
  const say = (event: 'online' | 'offline') =>
    page.evaluate(
      `Object.defineProperty(navigator, 'onLine', { configurable: true, value: ${event === 'online'} }), dispatchEvent(new Event('${event}'))`,
    )
  await say('offline')
  const contents = await openPanel(page, 'Contents')
  await contents.getByRole('button', { name: /^5\. / }).click()
  await page.getByText('Not saved on this device').first().waitFor(slowly)
  await say('online')
  await page.getByText('Error loading book.').waitFor()
  isCut = false
  const asked = Number(/\d+/.exec(await pageLine(page).innerText())![0])
  expect(asked).toBeGreaterThan(30)
  await page.locator(`[data-page="${asked}"] canvas[data-there=true]`).waitFor(slowly)
})

test('parts whose script cannot be had leave the book open, and come when they can', async () => {
  const page = await browser.newPage({ expected: [/ERR_FAILED/, /Failed to load resource/] })
  let isCut = true
  await page.route(/late-companions-/, (route) => (isCut ? route.abort() : route.continue()))
  await page.goto(`/book/${freeBook}/read?page=9`)
  const failing = page.waitForEvent('requestfailed', (request) => request.url().includes('late-companions-'))
  await page.locator('[data-page="9"] canvas[data-there=true]').waitFor(slowly)
  await failing
  await page.locator('[data-page="9"] [data-line]').first().waitFor(slowly)
  expect(await page.getByText('Saved for offline').count()).toBe(0)
  isCut = false
  await page.getByText(/^Saved for offline: \d+ pages?$/).waitFor(slowly)
})

test('a whole book can be saved, and removed again; nothing but its pages and files is kept', async () => {
  const page = await openBook(freeBook, '?page=3')
  const status = page.getByRole('region', { name: 'Offline' })
  await status.getByRole('button', { name: 'Save whole book' }).click(slowly)
  // A page that nobody has opened is rendered now.
  await status.getByText('Saved for offline: 73 pages').waitFor({ timeout: 220_000 })
  const kept = await page.evaluate<string[]>(`(async () => {
    const paths = []
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })()`)
  expect(kept.filter((path) => /\/pages\/\d+-\d+\.webp$/.test(path)).length).toBe(73)
  expect(
    kept.filter((path) => !/^\/(assets\/|api\/reader\/[\w-]+(\/[0-9a-f]{16}\/|$)|book\/[\w-]+\/(read|kept\.json)$)/.test(path)),
  ).toEqual([])
  await status.getByRole('button', { name: 'Remove' }).click()
  await status.getByText('Nothing saved for offline').waitFor()
  expect(await page.evaluate('caches.keys()')).toEqual([])
}, 240_000)

test('a preview keeps nothing, and a book that is no longer open to this visitor is taken off the device', async () => {
  const page = await openBook(paidBook)
  await page.waitForTimeout(2500)
  expect(await page.evaluate('caches.keys()')).toEqual([])
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)
  await page.evaluate(`caches.open('swade-book-1:${paidBook}').then((cache) =>
    cache.put('/book/x/kept.json', Response.json({ access: 'owned', openedAt: 1, edition: 'e', title: 't' })))`)
  await page.goto(`/book/${paidBook}/read?page=2`)
  await expect.poll(() => page.evaluate('caches.keys()'), slowly).toEqual([])
})

test('pages of a bought book are kept while it is owned, and gone from the device once it is not', async () => {
  const { cookie } = await buyByHand(site.origin, paidBook, 'keeper@reader.example')
  const page = await browser.newPage({ expected: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to load resource/] })
  const cookies = cookie.split('; ').map((one) => ({ name: one.split('=')[0]!, value: one.slice(one.indexOf('=') + 1), url: site.origin }))
  await page.context().addCookies(cookies)
  await page.goto(`/book/${paidBook}/read?page=6`)
  const sixth = page.locator('[data-page="6"] canvas[data-there=true]')
  await sixth.waitFor(slowly)
  const status = page.getByRole('region', { name: 'Offline' })
  await status.getByText(/^Saved for offline: \d+ pages?$/).waitFor(slowly)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.context().setOffline(true)
  await page.goto(`/book/${paidBook}/read?page=6`)
  await sixth.waitFor(slowly)

  // What a refund leaves of it: the server no longer says that the book is this browser's.
  await page.context().setOffline(false)
  await page.context().clearCookies()
  await page.goto(`/book/${paidBook}/read?page=6`)
  await page.locator('[data-page="6"]').getByText('Page Locked').waitFor(slowly)
  await expect.poll(() => page.evaluate('caches.keys()'), slowly).toEqual([])
})
