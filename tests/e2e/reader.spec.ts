/* Long on purpose: one open book, whose every control is tried on the same running site. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageTextPath, textForm } from '#features/reader/paths.ts'
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

const free = '/book/indie-music-ai-guide-2/read'
const paid = '/book/ai-fun-profit/read'
const desktop = { viewport: { width: 1440, height: 900 } }
/** For what takes a moment on a busy machine. */
const soon = { timeout: 15_000 }
const loadError = 'Error loading book. Please download the PDF or try again.'

const status = (page: Page) => page.getByRole('status').filter({ hasText: /Load|load|open|Error/ })
const pages = (page: Page) => page.getByRole('region', { name: 'Pages' })
const place = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const imageOf = (page: Page, number: number) => page.locator(`[data-page="${number}"] canvas[data-there=true]`)

async function openBook(page: Page, address = free) {
  await page.goto(address)
  await page.getByRole('button', { name: 'Load Book' }).click()
  await imageOf(page, 1).waitFor()
}

test('a book opens at the press of a button and tells how far it is', async () => {
  const page = await browser.newPage(desktop)
  await page.addInitScript({ content: noteStatuses })
  await page.goto(free)
  await page.getByText('Free edition · 10 audio chapters').waitFor()
  expect(await page.getByRole('link', { name: 'Back to Book Details' }).getAttribute('href')).toBe('/book/indie-music-ai-guide-2')
  expect(await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe('/api/books/indie-music-ai-guide-2/pdf')
  expect(await page.getByRole('link', { name: 'Jump to Audiobook' }).getAttribute('href')).toBe('#audiobook')
  await page.getByRole('button', { name: 'Load Book' }).click()
  await page.getByText('All 73 pages are open.').waitFor()
  expect(await page.getByRole('button', { name: 'Load Book' }).count()).toBe(0)
  const told = await page.evaluate<string[]>('toldStatuses')
  expect(told[0]).toBe('Click "Load Book" to start reading')
  expect(told[1]).toBe('Loading pages...')
  expect(told.slice(2, -1).every((text) => /^Loaded \d+\/73 pages\.\.\.$/.test(text))).toBe(true)
  expect(told.at(-1)).toBe('All 73 pages are open.')
  expect((await pages(page).boundingBox())?.height).toBe(600)
  await place(page, 'Page 1 of 73')
})

const noteStatuses = `
  toldStatuses = []
  new MutationObserver(() => {
    const text = document.querySelector('[role=status][data-status]')?.textContent
    if (text && toldStatuses.at(-1) !== text) toldStatuses.push(text)
  }).observe(document, { subtree: true, childList: true, characterData: true })
`

test('pages scroll or stand alone, and there is no way past either end', async () => {
  const page = await browser.newPage(desktop)
  await openBook(page)
  const next = page.getByRole('button', { name: 'Next page' })
  const previous = page.getByRole('button', { name: 'Previous page' })
  expect(await page.getByRole('button', { name: 'Scroll View' }).getAttribute('aria-pressed')).toBe('true')
  expect(await previous.isDisabled()).toBe(true)

  await page.evaluate('document.querySelector("[data-pages]").scrollTop = 3000')
  await place(page, 'Page 3 of 73')
  await page.getByRole('button', { name: 'Page View' }).click()
  await place(page, 'Page 3 of 73')
  await imageOf(page, 3).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  await next.click()
  await imageOf(page, 4).waitFor()

  await page.getByLabel('Go to page').fill('73')
  await page.keyboard.press('Enter')
  await place(page, 'Page 73 of 73')
  expect(await next.isDisabled()).toBe(true)
  await page.getByLabel('Go to page').fill('999')
  await page.keyboard.press('Enter')
  await place(page, 'Page 73 of 73')
  await page.getByRole('button', { name: 'Scroll View' }).click()
  await imageOf(page, 73).waitFor()
  await page.getByLabel('Go to page').fill('1')
  await page.keyboard.press('Enter')
  await place(page, 'Page 1 of 73')
  expect(await previous.isDisabled()).toBe(true)
})

test('a link leads to its page, the address follows, and the device remembers the place', async () => {
  const page = await browser.newPage(desktop)
  await page.goto(`${free}?page=20`)
  await imageOf(page, 20).waitFor()
  await place(page, 'Page 20 of 73')
  await page.getByRole('button', { name: 'Next page' }).click()
  await place(page, 'Page 21 of 73')
  await expect.poll(() => new URL(page.url()).search, soon).toBe('?page=21')
  await page.getByRole('slider', { name: 'Page' }).fill('40')
  await place(page, 'Page 40 of 73')
  await imageOf(page, 40).waitFor()

  await page.goto(free)
  await page.getByRole('button', { name: 'Load Book' }).click()
  await imageOf(page, 40).waitFor()
  await place(page, 'Page 40 of 73')
})

test('a larger page takes a wider image, and the old one stays until it is there', async () => {
  const page = await browser.newPage(desktop)
  await openBook(page)
  const widthOf = async () => Number(await imageOf(page, 1).getAttribute('data-image-width'))
  expect(await widthOf()).toBe(816)
  for (let presses = 0; presses < 4; presses += 1) {
    await page.getByRole('button', { name: 'Zoom in' }).click()
    expect(await imageOf(page, 1).count()).toBeGreaterThan(0)
  }
  await expect.poll(widthOf, { timeout: 15_000 }).toBeGreaterThanOrEqual(1632)
  await page.getByRole('button', { name: 'Fit page' }).click()
  await expect.poll(async () => (await imageOf(page, 1).last().boundingBox())?.height ?? 999, soon).toBeLessThan(600)
  await pages(page).hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await imageOf(page, 1).last().boundingBox())?.height ?? 0, soon).toBeGreaterThan(640)
})

test('paper turns round at night, a picture does not', async () => {
  const page = await browser.newPage(desktop)
  await openBook(page)
  await page.getByRole('button', { name: 'Night' }).click()
  await page.getByLabel('Go to page').fill('8')
  await page.keyboard.press('Enter')
  await imageOf(page, 8).waitFor()
  const styleOf = (number: number, name: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('[data-page="${number}"] canvas')).${name}`)
  const filterOf = (number: number) => styleOf(number, 'filter')
  await expect.poll(() => filterOf(8), soon).toContain('invert')
  await page.getByLabel('Go to page').fill('1')
  await page.keyboard.press('Enter')
  await imageOf(page, 1).waitFor()
  await expect.poll(() => filterOf(1), soon).not.toContain('invert')
  await page.getByRole('button', { name: 'Sepia' }).click()
  expect(await styleOf(1, 'mixBlendMode')).toBe('multiply')
  // The address names the page by now, so the book opens by itself.
  await expect.poll(() => new URL(page.url()).search, soon).toBe('?page=1')
  await page.reload()
  expect(await page.getByRole('button', { name: 'Sepia' }).getAttribute('aria-pressed')).toBe('true')
})

test('beyond its open pages a paid book is locked, and nothing of them is asked for', async () => {
  const page = await browser.newPage(desktop)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${paid}?page=6`)
  await page.getByText('Pages 1 to 5 of 44 are open. Purchase the book to read on.').waitFor()
  await page.getByText('Preview', { exact: true }).waitFor()
  const locked = page.getByRole('article', { name: 'Page 6' })
  await locked.getByText('Page Locked').waitFor()
  await locked.getByText('Purchase to unlock this page').waitFor()
  expect((await locked.boundingBox())?.height).toBe(800)
  await page.getByLabel('Go to page').fill('44')
  await page.keyboard.press('Enter')
  await place(page, 'Page 44 of 44')
  expect(asked.filter((address) => new RegExp(`/(pages|${textForm})/([6-9]|\\d\\d)`).test(address))).toEqual([])
  await page.getByRole('article', { name: 'Page 44' }).getByRole('link', { name: 'Purchase Now' }).click()
  await page.waitForURL(/\/book\/ai-fun-profit(#payment)?$/)
})

test('a book that cannot be loaded says so and can be tried again', async () => {
  const page = await browser.newPage({ ...desktop, expected: [/ERR_FAILED/] })
  await page.route('**/api/reader/*', (route) => route.abort())
  await page.goto(free)
  await page.getByRole('button', { name: 'Load Book' }).click()
  await page.getByText(loadError).waitFor()
  await page.unroute('**/api/reader/*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByText('All 73 pages are open.').waitFor()
})

test('a page that does not arrive says so in its place and can be tried again', async () => {
  const page = await browser.newPage({ ...desktop, expected: [/ERR_FAILED/] })
  await page.route('**/pages/30-*.webp', (route) => route.abort())
  await page.goto(`${free}?page=30`)
  await page.getByText(loadError).waitFor()
  await page.unroute('**/pages/30-*.webp')
  await page.getByRole('article', { name: 'Page 30' }).getByRole('button', { name: 'Try Again' }).click()
  await imageOf(page, 30).waitFor()
  await page.getByText('All 73 pages are open.').waitFor()
})

test('the words of a page can be found, heard, selected and copied line by line', async () => {
  const page = await browser.newPage(desktop)
  await page.goto(`${free}?page=6`)
  const words = page.getByRole('article', { name: 'Page 6' }).locator('[data-line]')
  await words.nth(5).waitFor()
  const answer = await page.request.get((await textAddress(page, 6)) ?? '')
  const { lines } = (await answer.json()) as { lines: { text: string; x: number; width: number }[] }
  expect(await words.allTextContents()).toEqual(lines.map((line) => line.text))
  const heard = await page.getByRole('article', { name: 'Page 6' }).ariaSnapshot()
  expect(heard).toContain(lines[3]!.text.slice(0, 20))

  // Every line is as wide as it is in print.
  const paper = (await page.getByRole('article', { name: 'Page 6' }).boundingBox())!
  for (const index of [2, 4, 5]) {
    const box = (await words.nth(index).locator('span').boundingBox())!
    expect(Math.abs(box.width / paper.width - lines[index]!.width)).toBeLessThan(0.01)
  }

  const copied = await page.evaluate<string>(`(() => {
    const [first, last] = [3, 5].map((line) => document.querySelector('[data-page="6"] [data-line="' + line + '"]'))
    getSelection().setBaseAndExtent(first, 0, last, last.childNodes.length)
    return getSelection().toString()
  })()`)
  expect(copied.trim().split(/\n+/)).toEqual(lines.slice(3, 6).map((line) => line.text.trim()))
})

async function textAddress(page: Page, number: number): Promise<string | null> {
  const edition = await page.evaluate<string>(
    `fetch('/api/reader/indie-music-ai-guide-2').then((answer) => answer.json()).then(({ edition }) => edition)`,
  )
  return pageTextPath('indie-music-ai-guide-2', edition, number)
}

test('of a long book only a few pages are ever in the document', async () => {
  const page = await browser.newPage(desktop)
  // What keeps pages for reading offline would ask for them past the routes below.
  await page.addInitScript({ content: 'delete Navigator.prototype.serviceWorker' })
  await page.route('**/api/reader/indie-music-ai-guide-2', async (route) => {
    const answer = await route.fetch()
    const manifest = (await answer.json()) as Record<string, unknown>
    await route.fulfill({ json: { ...manifest, totalPages: 1000, readablePages: 1000 } })
  })
  // Every page shows one of the book's.
  await page.route(new RegExp(`/(pages|${textForm})/(7[4-9]|[89]\\d|\\d{3,})[-.]`), (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(new RegExp(`/(pages|${textForm})/\\d*(\\d)([-.])`), '/$1/1$2$3'),
    }),
  )
  await openBook(page)
  await page.getByText('All 1000 pages are open.').waitFor()
  let most = 0
  for (let step = 0; step < 40; step += 1) {
    await page.evaluate('{ const pages = document.querySelector("[data-pages]"); pages.scrollTop += pages.scrollHeight / 40 }')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const counted = await page.evaluate<{ pages: number; nodes: number }>(
      '({ pages: document.querySelectorAll("[data-page]").length, nodes: document.querySelectorAll("[data-reader] *").length })',
    )
    expect(counted.pages).toBeLessThanOrEqual(6)
    most = Math.max(most, counted.nodes)
  }
  expect(most).toBeLessThan(1500)
  await place(page, 'Page 1000 of 1000')
})

test('keys turn pages, zoom and go to the ends; fields keep their keys', async () => {
  const page = await browser.newPage(desktop)
  await page.goto(free)
  await page.getByRole('button', { name: 'Load Book' }).focus()
  await page.keyboard.press('Enter')
  await imageOf(page, 1).waitFor()
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Pages')
  await page.keyboard.press('ArrowRight')
  await place(page, 'Page 2 of 73')
  await page.keyboard.press('PageDown')
  await place(page, 'Page 3 of 73')
  await page.keyboard.press('ArrowLeft')
  await place(page, 'Page 2 of 73')
  await page.keyboard.press('End')
  await place(page, 'Page 73 of 73')
  await page.keyboard.press('Home')
  await place(page, 'Page 1 of 73')
  const width = async () => (await imageOf(page, 1).last().boundingBox())!.width
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width, soon).toBeGreaterThan(before)
  await page.keyboard.press('0')
  await expect.poll(width, soon).toBe(before)
  await page.getByLabel('Go to page').focus()
  await page.keyboard.press('End')
  await place(page, 'Page 1 of 73')
})

test('the page field lets go of the focus, and what is typed after it goes where the focus is', async () => {
  const page = await browser.newPage(desktop)
  await openBook(page)
  await page.getByLabel('Go to page').fill('12')
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab')
  await place(page, 'Page 12 of 73')
  expect(await page.evaluate('document.activeElement.matches("[data-reader] button")')).toBe(true)
  await page.locator('[data-panel=search]').click()
  const words = page.getByRole('textbox', { name: 'Words to find' })
  await words.focus()
  await page.keyboard.type('mix')
  expect(await words.inputValue()).toBe('mix')
  expect(await page.getByLabel('Go to page').inputValue()).toBe('12')
})

test('a page is fetched while its number is typed, and what the number was on the way is not', async () => {
  const page = await browser.newPage(desktop)
  await openBook(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(/\/pages\/(\d+)-/.exec(request.url())?.[1] ?? ''))
  const field = page.getByLabel('Go to page')
  // Both keys in one moment, however busy the machine is.
  const type = (...values: string[]) =>
    page.evaluate(`for (const value of ${JSON.stringify(values)}) {
      const field = document.querySelector('[aria-label=Pages] input')
      field.value = value
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }`)
  await field.focus()
  await type('5', '52')
  await expect.poll(() => asked, soon).toContain('52')
  // Nothing can follow on 52; on 6 it can, so it is asked for once the typing rests.
  await type('6')
  await expect.poll(() => asked, soon).toContain('6')
  expect(asked).not.toContain('5')
  expect(await imageOf(page, 6).count()).toBe(0)
  await field.press('Enter')
  await imageOf(page, 6).waitFor(soon)
  expect(asked.filter((number) => number === '6')).toHaveLength(1)
})

test('a page alone is seen whole at first, and each view keeps the size chosen for it', async () => {
  const page = await browser.newPage(desktop)
  await openBook(page)
  const height = async () => (await imageOf(page, 1).last().boundingBox())?.height ?? 0
  expect(await height()).toBeGreaterThan(600)
  await page.getByRole('button', { name: 'Page View' }).click()
  await expect.poll(height, soon).toBeLessThan(600)
  await page.getByRole('button', { name: 'Fit width' }).click()
  await expect.poll(height, soon).toBeGreaterThan(1200)
  await page.getByRole('button', { name: 'Scroll View' }).click()
  await expect.poll(height, soon).toBeLessThan(1200)
  // Without its page in the address, the book would wait to be opened again; and what is still on its way would be cut off.
  await expect.poll(() => new URL(page.url()).search, soon).toBe('?page=1')
  await page.waitForLoadState('networkidle')
  await page.reload()
  await page.getByRole('button', { name: 'Page View' }).click()
  await expect.poll(height, soon).toBeGreaterThan(1200)
})

test('a locked page is no place to come back to', async () => {
  const page = await browser.newPage(desktop)
  await page.goto(`${paid}?page=3`)
  await imageOf(page, 3).waitFor()
  const kept = () => page.evaluate<number>(`JSON.parse(localStorage['swade.reading.ai-fun-profit'] ?? '{}').page`)
  await expect.poll(kept, soon).toBe(3)
  await page.getByLabel('Go to page').fill('20')
  await page.keyboard.press('Enter')
  await place(page, 'Page 20 of 44')
  expect(await kept()).toBe(3)
})

test('on a phone the whole reader stands between the bars, with every tool in sight or by its name', async () => {
  const page = await browser.newPage({ phone: true })
  await openBook(page)
  const bar = await page.evaluate<number>('innerHeight - parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) + 16')
  const frame = () => page.locator('[data-reader]').boundingBox()
  await expect.poll(async () => (await frame())!.y, soon).toBeGreaterThanOrEqual(62)
  await expect.poll(async () => (await frame())!.y + (await frame())!.height, soon).toBeLessThanOrEqual(bar + 1)
  await page.evaluate('scrollBy(0, -200)')
  await page.getByLabel('Go to page').fill('30')
  await page.keyboard.press('Enter')
  await place(page, 'Page 30 of 73')
  await expect.poll(async () => (await frame())!.y + (await frame())!.height, soon).toBeLessThanOrEqual(bar + 1)

  const tools = await page.locator('[data-reader] > :first-child button:visible').all()
  for (const tool of tools) {
    const { x, width, height } = (await tool.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('button', { name: 'More tools' }).tap()
  const more = page.getByRole('complementary', { name: 'More tools' })
  await more.getByText('Fit page').tap()
  expect(await more.getByRole('button', { name: 'Fit page' }).getAttribute('aria-pressed')).toBe('true')
  await more.getByText('Sepia').tap()
  await more.getByText('Follow along').waitFor()
  await more.getByText('Full screen').waitFor()
  await page.keyboard.press('Escape')
  expect(await more.count()).toBe(0)
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('More tools')
})

test('on a phone a swipe turns the page', async () => {
  const page = await browser.newPage({ phone: true })
  await openBook(page)
  await page.getByRole('button', { name: 'Page View' }).tap()
  const { x, y, width, height } = (await pages(page).boundingBox())!
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y: y + height / 3 }] })
  await touch('touchStart', x + width * 0.8)
  for (const part of [0.7, 0.5, 0.3]) await touch('touchMove', x + width * part)
  await touch('touchEnd')
  await place(page, 'Page 2 of 73')
})

test('without script the open pages are there, with their words and the way to the others', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(paid)
  expect(await page.getByRole('img', { name: /^Page \d+$/ }).count()).toBe(5)
  expect(await page.getByRole('link', { name: 'Purchase Now' }).getAttribute('href')).toBe('/book/ai-fun-profit#payment')
  expect(await page.getByRole('button', { name: 'Load Book' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Read their words' }).click()
  expect(await page.getByRole('heading', { level: 2, name: /^Page \d of 44$/ }).count()).toBe(5)
  await page.goto('/book/indie-music-ai-guide-2/words?part=4')
  await page.getByRole('heading', { level: 2, name: 'Page 73 of 73' }).waitFor()
})

test('a book nobody wrote is not found', async () => {
  const page = await browser.newPage({ ...desktop, expected: [/status of 404/] })
  const answer = await page.goto('/book/unwritten/read')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Book Not Found' }).waitFor()
  await page.getByRole('link', { name: 'Back to Books Library' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
})

test('the status is told to those who hear it', async () => {
  const page = await browser.newPage(desktop)
  await openBook(page)
  expect(await status(page).textContent()).toBe('All 73 pages are open.')
})
