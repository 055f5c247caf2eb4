import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pageTextPath, textForm } from '#features/reader/paths.ts'
import { openPanel, pageLine } from '#tests/support/open-book.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const freeBook = 'indie-music-ai-guide-2'
const free = `/book/${freeBook}/read`
const paid = '/book/ai-fun-profit/read'
const desktop = { viewport: { width: 1440, height: 900 } }
/** Timeout on a busy machine. */
const soon = { timeout: 20_000 }
const loadError = 'Error loading book. Please download the PDF or try again.'

const pages = (page: Page) => page.getByRole('region', { name: 'Pages' })
const place = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor(soon)
const imageOf = (page: Page, number: number) => page.locator(`[data-page="${number}"] canvas[data-there=true]`)
const boxOf = async (page: Page, number: number) =>
  (await imageOf(page, number).last().boundingBox()) ?? { width: 0, height: 0 }
const searchOf = (page: Page) => new URL(page.url()).search
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function goTo(page: Page, number: number) {
  await page.getByLabel('Go to page').fill(String(number))
  await page.keyboard.press('Enter')
}

async function openBook(page: Page, address = free) {
  await page.goto(address)
  await press(page, 'Load Book')
  await imageOf(page, 1).waitFor(soon)
}

const noteStatuses = `
  toldStatuses = []
  new MutationObserver(() => {
    const text = document.querySelector('[role=status][data-status]')?.textContent
    if (text && toldStatuses.at(-1) !== text) toldStatuses.push(text)
  }).observe(document, { subtree: true, childList: true, characterData: true })
`

test('a book opens by its button and shows its progress; pages scroll or show one at a time, and stop at both ends', async () => {
  const page = await site.newPage(desktop)
  await page.addInitScript({ content: noteStatuses })
  await page.goto(free)
  await page.getByText('Free edition · 10 audio chapters').waitFor()
  expect(await page.getByRole('link', { name: 'Back to Book Details' }).getAttribute('href')).toBe(`/book/${freeBook}`)
  expect(await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe(`/api/books/${freeBook}/pdf`)
  expect(await page.getByRole('link', { name: 'Jump to Audiobook' }).getAttribute('href')).toBe('#audiobook')
  await press(page, 'Load Book')
  await page.getByRole('status').getByText('All 73 pages are available.').waitFor(soon)
  expect(await page.getByRole('button', { name: 'Load Book' }).count()).toBe(0)
  const statuses = await page.evaluate<string[]>('toldStatuses')
  expect(statuses.slice(0, 2)).toEqual(['Click "Load Book" to start reading', 'Loading pages...'])
  expect(statuses.slice(2, -1).every((text) => /^Loaded \d+\/73 pages\.\.\.$/.test(text))).toBe(true)
  expect(statuses.at(-1)).toBe('All 73 pages are available.')
  expect((await pages(page).boundingBox())?.height).toBe(600)
  await place(page, 'Page 1 of 73')

  const next = page.getByRole('button', { name: 'Next page' })
  const previous = page.getByRole('button', { name: 'Previous page' })
  expect(await page.getByRole('button', { name: 'Scroll View' }).getAttribute('aria-pressed')).toBe('true')
  expect(await previous.isDisabled()).toBe(true)
  await page.evaluate('document.querySelector("[data-pages]").scrollTop = 3000')
  await place(page, 'Page 3 of 73')
  await press(page, 'Page View')
  await place(page, 'Page 3 of 73')
  await imageOf(page, 3).waitFor(soon)
  expect(await page.getByRole('article').count()).toBe(1)
  await next.click()
  await imageOf(page, 4).waitFor(soon)
  for (const number of [73, 999]) {
    await goTo(page, number)
    await place(page, 'Page 73 of 73')
    await expect.poll(() => next.isDisabled(), soon).toBe(true)
  }
  await press(page, 'Scroll View')
  await imageOf(page, 73).waitFor(soon)
  await goTo(page, 1)
  await place(page, 'Page 1 of 73')
  await expect.poll(() => previous.isDisabled(), soon).toBe(true)
})

test('a link opens its page, the address follows, and the device saves the position', async () => {
  const page = await site.takePage(desktop)
  await page.goto(`${free}?page=20`)
  await imageOf(page, 20).waitFor(soon)
  await place(page, 'Page 20 of 73')
  await press(page, 'Next page')
  await place(page, 'Page 21 of 73')
  await expect.poll(() => searchOf(page), soon).toBe('?page=21')
  await page.getByRole('slider', { name: 'Page' }).fill('40')
  await place(page, 'Page 40 of 73')
  await imageOf(page, 40).waitFor(soon)
  await page.goto(free)
  await press(page, 'Load Book')
  await imageOf(page, 40).waitFor(soon)
  await place(page, 'Page 40 of 73')
})

test('a larger page loads a wider image; each view keeps its zoom, and a theme inverts paper but not images', async () => {
  const page = await site.takePage(desktop)
  await openBook(page)
  const height = async () => (await boxOf(page, 1)).height
  const widthOf = async () => Number(await imageOf(page, 1).getAttribute('data-image-width'))
  expect(await widthOf()).toBe(816)
  for (let presses = 0; presses < 4; presses += 1) {
    await press(page, 'Zoom in')
    // The old image stays until the new one is loaded.
    expect(await imageOf(page, 1).count()).toBeGreaterThan(0)
  }
  await expect.poll(widthOf, soon).toBeGreaterThanOrEqual(1632)
  await press(page, 'Fit page')
  await expect.poll(height, soon).toBeLessThan(600)
  const fitting = await height()
  await pages(page).hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
  await expect.poll(height, soon).toBeGreaterThan(fitting + 60)

  await press(page, 'Page View')
  // Page View shows the whole page at first.
  await expect.poll(height, soon).toBeLessThan(600)
  await press(page, 'Fit width')
  await expect.poll(height, soon).toBeGreaterThan(1200)
  await press(page, 'Scroll View')
  await expect.poll(height, soon).toBeLessThan(1200)

  await press(page, 'Night')
  const styleOf = (number: number, name: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-page="${number}"] canvas[data-there=true]'))?.${name}`,
    )
  await goTo(page, 8)
  await imageOf(page, 8).waitFor(soon)
  await expect.poll(() => styleOf(8, 'filter'), soon).toContain('invert')
  await goTo(page, 1)
  await imageOf(page, 1).waitFor(soon)
  await expect.poll(() => styleOf(1, 'filter'), soon).not.toContain('invert')
  await press(page, 'Sepia')
  await expect.poll(() => styleOf(1, 'mixBlendMode'), soon).toBe('multiply')

  await page.goto(`${free}?page=1`)
  expect(await page.getByRole('button', { name: 'Sepia' }).getAttribute('aria-pressed')).toBe('true')
  await press(page, 'Page View')
  await expect.poll(height, soon).toBeGreaterThan(1200)
})

test('beyond its preview a paid book is locked: locked pages are never requested or saved as a position', async () => {
  const page = await site.takePage(desktop)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${paid}?page=3`)
  await page.getByText('Pages 1 to 5 of 44 are available. Purchase the book to read the rest.').waitFor(soon)
  await page.getByText('Preview', { exact: true }).waitFor()
  const kept = () => page.evaluate<number>(`JSON.parse(localStorage['swade.reading.ai-fun-profit'] ?? '{}').page`)
  await expect.poll(kept, soon).toBe(3)
  await goTo(page, 6)
  const locked = page.getByRole('article', { name: 'Page 6' })
  await locked.getByText('Page Locked').waitFor(soon)
  await locked.getByText('Purchase to unlock this page').waitFor()
  expect((await locked.boundingBox())?.height).toBe(800)
  await goTo(page, 44)
  await place(page, 'Page 44 of 44')
  // The address is updated with a delay, after the position has been saved.
  await expect.poll(() => searchOf(page), soon).toBe('?page=44')
  expect(await kept()).toBeLessThanOrEqual(5)
  expect(requests.filter((address) => new RegExp(`/(pages|${textForm})/([6-9]|\\d\\d)`).test(address))).toEqual([])
  await page.getByRole('article', { name: 'Page 44' }).getByRole('link', { name: 'Purchase Now' }).click()
  await page.waitForURL(/\/book\/ai-fun-profit(#payment)?$/)
})

test('while a payment is disputed, locked pages say so and link to the book instead of offering the purchase', async () => {
  const page = await site.newPage({ ...desktop, serviceWorkers: 'block' })
  await page.route('**/api/reader/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), paymentHold: 'dispute' } })
  })
  await page.goto(`${paid}?page=3`)
  await page.getByText('Pages 1 to 5 of 44 are available. Your payment is disputed').waitFor(soon)
  await goTo(page, 6)
  const locked = page.getByRole('article', { name: 'Page 6' })
  await locked.getByText('Do not pay again.').waitFor(soon)
  expect(await locked.getByText('Purchase').count()).toBe(0)
  await locked.getByRole('link', { name: 'Go to the book' }).click()
  await page.waitForURL(/\/book\/ai-fun-profit(#payment)?$/)
})

test('a book that fails to load shows an error and can be retried, and so does a page', async () => {
  // The service worker would bypass the routes below.
  const page = await site.newPage({ ...desktop, serviceWorkers: 'block', expected: [/ERR_FAILED/] })
  await page.route('**/api/reader/*', (route) => route.abort())
  await page.goto(free)
  await press(page, 'Load Book')
  await page.getByText(loadError).waitFor(soon)
  await page.unroute('**/api/reader/*')
  await press(page, 'Try Again')
  await page.getByText('All 73 pages are available.').waitFor(soon)
  await page.route('**/pages/30-*.webp', (route) => route.abort())
  await goTo(page, 30)
  await page.getByText(loadError).waitFor(soon)
  await page.unroute('**/pages/30-*.webp')
  await page.getByRole('article', { name: 'Page 30' }).getByRole('button', { name: 'Try Again' }).click()
  await imageOf(page, 30).waitFor(soon)
  await page.getByText('All 73 pages are available.').waitFor(soon)
})

test('the text of a page can be read aloud, selected and copied line by line, each as wide as in print', async () => {
  const page = await site.takePage(desktop)
  await page.goto(`${free}?page=6`)
  const article = page.getByRole('article', { name: 'Page 6' })
  const words = article.locator('[data-line]')
  await words.nth(5).waitFor(soon)
  const { edition } = (await (await page.request.get(`/api/reader/${freeBook}`)).json()) as { edition: string }
  const answer = await page.request.get(pageTextPath(freeBook, edition, 6))
  const { lines } = (await answer.json()) as { lines: { text: string; width: number }[] }
  expect(await words.allTextContents()).toEqual(lines.map((line) => line.text))
  expect(await article.ariaSnapshot()).toContain(lines[3]!.text.slice(0, 20))
  const paper = (await article.boundingBox())!
  for (const index of [2, 4, 5]) {
    const width = async () => (await words.nth(index).locator('span').boundingBox())!.width / paper.width
    await expect.poll(async () => Math.abs((await width()) - lines[index]!.width), soon).toBeLessThan(0.01)
  }
  const copied = await page.evaluate<string>(`(() => {
    const [first, last] = [3, 5].map((line) => document.querySelector('[data-page="6"] [data-line="' + line + '"]'))
    getSelection().setBaseAndExtent(first, 0, last, last.childNodes.length)
    return getSelection().toString()
  })()`)
  expect(copied.trim().split(/\n+/)).toEqual(lines.slice(3, 6).map((line) => line.text.trim()))
})

test('only a few pages of a long book are rendered at a time', async () => {
  // The service worker would bypass the routes below.
  const page = await site.newPage({ ...desktop, serviceWorkers: 'block' })
  await page.route(`**/api/reader/${freeBook}`, async (route) => {
    const answer = await route.fetch()
    const manifest = (await answer.json()) as Record<string, unknown>
    await route.fulfill({ json: { ...manifest, totalPages: 1000, readablePages: 1000 } })
  })
  // Every page shows an existing one.
  const beyond = new RegExp(`/(pages|${textForm})/(7[4-9]|[89]\\d|\\d{3,})[-.]`)
  const byLastDigit = new RegExp(`/(pages|${textForm})/\\d*(\\d)([-.])`)
  await page.route(beyond, (route) => route.continue({ url: route.request().url().replace(byLastDigit, '/$1/1$2$3') }))
  await openBook(page)
  await page.getByText('All 1000 pages are available.').waitFor(soon)
  let most = 0
  for (let step = 0; step < 12; step += 1) {
    await page.evaluate(
      '{ const pages = document.querySelector("[data-pages]"); pages.scrollTop += pages.scrollHeight / 12 }',
    )
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

test('keys turn pages, zoom and go to the ends, fields keep their keys, and a page is prefetched while its number is typed', async () => {
  const page = await site.takePage(desktop)
  await page.goto(free)
  await page.getByRole('button', { name: 'Load Book' }).press('Enter')
  await imageOf(page, 1).waitFor(soon)
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), soon).toBe('Pages')
  for (const [key, number] of [
    ['ArrowRight', 2],
    ['PageDown', 3],
    ['ArrowLeft', 2],
    ['End', 73],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key)
    await place(page, `Page ${number} of 73`)
  }
  const width = async () => (await boxOf(page, 1)).width
  await expect.poll(width, soon).toBeGreaterThan(0)
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width, soon).toBeGreaterThan(before)
  await page.keyboard.press('0')
  await expect.poll(width, soon).toBe(before)
  const field = page.getByLabel('Go to page')
  await field.press('End')
  await place(page, 'Page 1 of 73')

  const requests: string[] = []
  page.on('request', (request) => requests.push(/\/pages\/(\d+)-/.exec(request.url())?.[1] ?? ''))
  // Both keys at once, however busy the machine is.
  const type = (...values: string[]) =>
    page.evaluate(`for (const value of ${JSON.stringify(values)}) {
      const field = document.querySelector('[aria-label=Pages] input')
      field.value = value
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }`)
  await type('5', '52')
  await expect.poll(() => requests, soon).toContain('52')
  // No digit can follow 52; after 6 one can, so it is prefetched once typing pauses.
  await type('6')
  await expect.poll(() => requests, soon).toContain('6')
  expect(requests).not.toContain('5')
  expect(await imageOf(page, 6).count()).toBe(0)
  await field.press('Enter')
  await imageOf(page, 6).waitFor(soon)
  expect(requests.filter((number) => number === '6')).toHaveLength(1)

  // The field releases the focus, and later keys go to the focused element.
  await field.fill('12')
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab')
  await place(page, 'Page 12 of 73')
  expect(await page.evaluate('document.activeElement.matches("[data-reader] button")')).toBe(true)
  await page.locator('[data-panel=search]').click()
  const words = page.getByRole('textbox', { name: 'Search text' })
  await words.focus()
  await page.keyboard.type('mix')
  expect(await words.inputValue()).toBe('mix')
  expect(await field.inputValue()).toBe('12')
})

test('on a phone the reader fits between the bars with every tool in reach, a panel is a bottom sheet, and a swipe turns the page', async () => {
  const page = await site.newPage({ phone: true })
  await openBook(page)
  const bar = await page.evaluate<number>(
    'innerHeight - parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) + 16',
  )
  const frame = async () => (await page.locator('[data-reader]').boundingBox())!
  const bottom = async () => (await frame()).y + (await frame()).height
  await expect.poll(async () => (await frame()).y, soon).toBeGreaterThanOrEqual(62)
  await expect.poll(bottom, soon).toBeLessThanOrEqual(bar + 1)
  await page.evaluate('scrollBy(0, -200)')
  await goTo(page, 30)
  await place(page, 'Page 30 of 73')
  await expect.poll(bottom, soon).toBeLessThanOrEqual(bar + 1)
  for (const tool of await page.locator('[data-reader] > :first-child button:visible').all()) {
    const { x, width, height } = (await tool.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('button', { name: 'More tools' }).tap()
  const more = page.getByRole('complementary', { name: 'More tools' })
  await more.getByText('Fit page').tap()
  await expect
    .poll(() => more.getByRole('button', { name: 'Fit page' }).getAttribute('aria-pressed'), soon)
    .toBe('true')
  await more.getByText('Sepia').tap()
  await more.getByText('Follow along').waitFor(soon)
  await more.getByText('Full screen').waitFor()
  await page.keyboard.press('Escape')
  await more.waitFor({ ...soon, state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), soon).toBe('More tools')

  // It closes when an entry is chosen.
  const contents = await openPanel(page, 'Contents')
  const second = contents.getByRole('button', { name: /^2\. Brief Like a Producer/ })
  await second.waitFor(soon)
  const box = (await contents.boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(844)
  expect(box.height).toBeGreaterThan(400)
  await second.click()
  await contents.waitFor({ ...soon, state: 'detached' })
  await expect.poll(() => pageLine(page).innerText(), soon).toBe('Page 12 of 73')

  await page.getByRole('button', { name: 'Page View' }).tap()
  await imageOf(page, 12).waitFor(soon)
  const { x, y, width, height } = (await pages(page).boundingBox())!
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y: y + height / 3 }],
    })
  await touch('touchStart', x + width * 0.8)
  for (const part of [0.7, 0.5, 0.3]) await touch('touchMove', x + width * part)
  await touch('touchEnd')
  await place(page, 'Page 13 of 73')
})
