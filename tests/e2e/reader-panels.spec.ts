import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyByHand } from '#tests/support/buy-by-hand.ts'
import { launchBrowser, type PageOptions, type StoryBrowser } from '#tests/support/browser.ts'
import { printedColumns } from '#tests/support/printed-columns.ts'
import { startSite, type Site } from '#tests/support/site.ts'

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

const freeBook = 'indie-music-ai-guide-2'
const paidBook = 'ai-fun-profit'
const slowly = { timeout: 20_000 }

async function openBook(book: string, search = '', options?: PageOptions): Promise<Page> {
  const page = await browser.newPage(options)
  await page.goto(`/book/${book}/read${search}`)
  if (!search) await page.getByRole('button', { name: 'Load Book' }).click()
  await page.locator('[data-page] canvas[data-there=true]').first().waitFor(slowly)
  return page
}

const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const openPanel = async (page: Page, name: string) => {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name }).click()
  return panel(page, name)
}
const pageLine = (page: Page) => page.getByText(/^Page \d+ of \d+$/)

/** Selects words of a page with the mouse, as a reader does. */
async function selectWords(page: Page, line: Locator): Promise<string> {
  await line.scrollIntoViewIfNeeded()
  const box = (await line.locator('span').first().boundingBox())!
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + 2, middle)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, middle, { steps: 4 })
  await page.mouse.up()
  return page.evaluate<string>('getSelection().toString()')
}

test('words are found in the whole book, and a place found is gone to and marked', async () => {
  const page = await openBook(freeBook)
  await page.locator('[data-pages]').focus()
  await page.keyboard.press('/')
  const search = panel(page, 'Search')
  await search.locator('input:focus').waitFor()
  await page.keyboard.type('consent form')
  const places = search.getByRole('list', { name: 'Places found' })
  await places.waitFor(slowly)
  expect(await search.getByRole('status').innerText()).toMatch(/^\d+ places? on \d+ pages?\.$/)
  const first = places.getByRole('button').first()
  expect((await first.locator('mark').innerText()).toLowerCase()).toBe('consent form')
  const wanted = await places.getByRole('heading').first().innerText()
  await page.keyboard.press('Enter')
  await expect.poll(() => pageLine(page).innerText(), slowly).toContain(`${wanted.replace(/^page/i, 'Page')} of`)
  await page.locator('[data-mark=chosen]').first().waitFor(slowly)
  expect(await first.getAttribute('aria-current')).toBe('true')
  // The first Escape empties the field, the second closes the panel and gives the focus back.
  await page.keyboard.press('Escape')
  expect(await search.getByRole('textbox').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Search')
})

test('the mark of a found word begins and ends where its letters are printed, and goes with the panel', async () => {
  const page = await openBook(freeBook, '?page=9', { viewport: { width: 1440, height: 900 } })
  await page.locator('[data-pages]').focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('+')
  const search = await openPanel(page, 'Search')
  for (const word of ['drummers', 'kettle']) {
    await search.getByRole('textbox').fill(word)
    await search.getByRole('list', { name: 'Places found' }).getByRole('button').first().click(slowly)
    const mark = page.locator('[data-mark=chosen]').first()
    await mark.scrollIntoViewIfNeeded(slowly)
    const gap = 12
    await expect
      .poll(async () => {
        const box = (await mark.boundingBox())!
        const clip = {
          x: Math.round(box.x) - gap,
          y: Math.round(box.y),
          width: Math.round(box.width) + 2 * gap,
          height: Math.round(box.height),
        }
        const columns = await printedColumns(page, clip)
        const end = clip.width - gap
        return {
          between: columns.filter((x) => (x > gap - 6 && x < gap - 1) || (x > end + 1 && x < end + 6)),
          begins: columns.some((x) => x >= gap - 1 && x <= gap + 6),
          ends: columns.some((x) => x >= end - 6 && x <= end + 1),
        }
      }, slowly)
      .toEqual({ between: [], begins: true, ends: true })
  }
  await search.getByRole('button', { name: 'Close search' }).press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(await page.locator('[data-mark]').count()).toBe(0)
})

test('nothing found and too little typed are said plainly', async () => {
  const page = await openBook(freeBook)
  const search = await openPanel(page, 'Search')
  await search.getByRole('textbox').fill('x')
  await search.getByText('Two letters at least.').waitFor()
  await search.getByRole('textbox').fill('xylophonist of the moon')
  await search.getByText('Nothing found.').waitFor(slowly)
})

test('a search that fails says so and can be tried again', async () => {
  const page = await openBook(freeBook, '', { expected: [/status of 503/] })
  await page.route('**/search?q=*', (route) => route.fulfill({ status: 503, json: { success: false, code: 'unavailable', detail: 'x' } }))
  const search = await openPanel(page, 'Search')
  await search.getByRole('textbox').fill('drummer')
  await search.getByRole('alert').getByText('The search did not answer. Try again.').waitFor(slowly)
  await page.unroute('**/search?q=*')
  await search.getByRole('button', { name: 'Try Again' }).click()
  await search.getByRole('list', { name: 'Places found' }).waitFor(slowly)
})

test('in a preview the locked places show where, not what, and lead to the purchase', async () => {
  const page = await openBook(paidBook)
  const search = await openPanel(page, 'Search')
  await search.getByRole('textbox').fill('money')
  const places = search.getByRole('list', { name: 'Places found' })
  await places.waitFor(slowly)
  const locked = places.getByRole('listitem').filter({ hasText: 'locked' }).first()
  expect((await locked.innerText()).replace(/\s|page \d+|, locked|money|Pages with a lock.*blanked\.|Purchase Now/gi, '')).toMatch(/^░+$/)
  await places.getByRole('link', { name: 'Purchase Now' }).click()
  await page.waitForURL(`**/book/${paidBook}#payment`)
})

test('the contents lead to pages, and what is locked leads to the purchase', async () => {
  const page = await openBook(freeBook)
  const contents = await openPanel(page, 'Contents')
  await contents.getByRole('button', { name: /^3\. From Sketch to Song/ }).click()
  await expect.poll(() => pageLine(page).innerText(), slowly).toBe('Page 18 of 73')
  expect(await contents.locator('[aria-current=location]').innerText()).toContain('From Sketch to Song')

  const preview = await openBook(paidBook)
  const link = (await openPanel(preview, 'Contents')).getByRole('link', { name: /Draw the Edges/ })
  expect(await link.innerText()).toMatch(/locked/i)
  expect(await link.getAttribute('href')).toBe(`/book/${paidBook}`)
})

test('thumbnails show a few pages at a time, go where they are pressed, and are blank where locked', async () => {
  const page = await openBook(freeBook)
  const thumbnails = await openPanel(page, 'Thumbnails')
  await thumbnails.getByRole('option', { name: 'Page 1', exact: true, selected: true }).waitFor()
  expect(await thumbnails.getByRole('option').count()).toBeLessThan(24)
  await thumbnails.getByRole('option', { name: 'Page 4', exact: true }).click()
  await expect.poll(() => pageLine(page).innerText()).toBe('Page 4 of 73')
  // Arrows move through the thumbnails without turning pages; End reaches the last one.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Page 73')
  expect(await pageLine(page).innerText()).toBe('Page 4 of 73')
  await page.keyboard.press('Enter')
  await expect.poll(() => pageLine(page).innerText(), slowly).toBe('Page 73 of 73')

  const preview = await openBook(paidBook)
  const blank = (await openPanel(preview, 'Thumbnails')).getByRole('option', { name: 'Page 6, locked' })
  expect(await blank.locator('img').count()).toBe(0)
})

test('bookmarks, highlights and notes are kept, listed, undone and exported', async () => {
  const page = await openBook(freeBook, '?page=9')
  await page.getByRole('button', { name: 'Bookmark page 9' }).click()
  expect(await page.getByRole('button', { name: 'Remove bookmark' }).first().getAttribute('aria-pressed')).toBe('true')

  const lines = page.locator('[data-page="9"] [data-line]')
  await lines.first().waitFor()
  const marked = await selectWords(page, lines.nth(2))
  const toolbar = page.getByRole('toolbar', { name: 'Selected words' })
  await toolbar.getByRole('button', { name: 'Highlight' }).click()
  await page.locator('[data-page="9"] [data-mark=highlight]').waitFor()

  const noted = await selectWords(page, lines.nth(4))
  await toolbar.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const notes = panel(page, 'Notes')
  await notes.getByRole('textbox', { name: 'Note' }).fill('Ask Mara\n# not a heading')
  await notes.getByRole('button', { name: 'Save' }).click()
  await notes.getByText('Ask Mara').waitFor()
  expect(await notes.locator('[data-note]').count()).toBe(3)

  await notes.getByRole('button', { name: /^Remove the bookmark/ }).click()
  expect(await notes.locator('[data-note]').count()).toBe(2)
  await page.keyboard.press('Enter') // The focus is on Undo.
  expect(await notes.locator('[data-note]').count()).toBe(3)

  const [download] = await Promise.all([page.waitForEvent('download'), notes.getByRole('button', { name: 'Export as Markdown' }).click()])
  expect(download.suggestedFilename()).toBe(`${freeBook}-notes.md`)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toMatch(/^# Indie Music AI Guide 2\n/)
  expect(text).toContain('### Page 9, bookmark')
  for (const quote of [marked, noted]) expect(text.replaceAll('\\', '')).toContain(`> ${quote.trim()}`)
  expect(text).toContain('Ask Mara\n\\# not a heading')
  expect(text).toContain(new Date().toISOString().slice(0, 10))

  await page.reload()
  await page.locator('[data-page="9"] [data-mark=highlight]').first().waitFor(slowly)
  expect(await page.locator('[data-page="9"] [data-mark=highlight]').count()).toBe(2)
  const again = await openPanel(page, 'Notes')
  await expect.poll(() => again.locator('[data-note]').count()).toBe(3)
})

test('a note is written where the cursor stands, and what is typed while its list comes works nothing else', async () => {
  for (const isLate of [false, true]) {
    const page = await browser.newPage()
    let bring = () => undefined as void
    const asked = new Promise<void>((resolve) => (bring = resolve))
    if (isLate) await page.route(/notes-panel-/, (route) => asked.then(() => route.continue()))
    await page.goto(`/book/${freeBook}/read?page=9`)
    const line = page.locator('[data-page="9"] [data-line]').nth(4)
    await line.waitFor(slowly)
    if (!isLate) await page.waitForLoadState('networkidle')
    await selectWords(page, line)
    await page.getByRole('toolbar', { name: 'Selected words' }).getByRole('button', { name: 'Note' }).click()
    const notes = panel(page, 'Notes')
    if (isLate) {
      await notes.getByText('Loading…').waitFor()
      await page.keyboard.type('/m0f ')
      bring()
    }
    await notes.locator('textarea:focus').waitFor(slowly)
    await page.keyboard.type('from memory / 0+')
    expect(await notes.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('from memory / 0+')
    expect(await page.evaluate('document.fullscreenElement === null')).toBe(true)
    expect(await panel(page, 'Search').count()).toBe(0)
  }
})

test('marks made in an earlier edition are found again by their words; what is gone is listed as moved', async () => {
  const page = await openBook(freeBook, '?page=9')
  const lines = page.locator('[data-page="9"] [data-line]')
  await lines.first().waitFor()
  const text = (await lines.nth(2).innerText()).trim()
  await page.evaluate(
    ([key, quote]) => {
      const mark = { kind: 'highlight', start: { line: 0, offset: 0 }, end: { line: 0, offset: 3 }, edition: 'fedcba9876543210', note: '' }
      const entries = [
        { ...mark, id: 'found', page: 8, quote, before: '', after: '', createdAt: '2026-01-02T00:00:00.000Z' },
        { ...mark, id: 'gone', page: 4, quote: 'words nobody printed here', before: '', after: '', createdAt: '2026-01-02T00:00:00.000Z' },
      ]
      localStorage.setItem(key!, JSON.stringify({ version: 1, annotations: entries }))
    },
    [`swade.notes.${freeBook}`, text] as const,
  )
  await page.reload()
  await page.locator('[data-page="9"] [data-mark=highlight]').waitFor(slowly)
  const notes = await openPanel(page, 'Notes')
  await notes.getByRole('region', { name: 'Moved' }).getByText('words nobody printed here').waitFor(slowly)
})

test('on a phone a panel is a sheet that leaves when a place was chosen', async () => {
  const page = await openBook(freeBook, '', { phone: true })
  const contents = await openPanel(page, 'Contents')
  const box = (await contents.boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(844)
  expect(box.height).toBeGreaterThan(400)
  await contents.getByRole('button', { name: /^2\. Brief Like a Producer/ }).click()
  await contents.waitFor({ state: 'detached' })
  await expect.poll(() => pageLine(page).innerText(), slowly).toBe('Page 12 of 73')
})

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
