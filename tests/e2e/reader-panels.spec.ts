import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { openBook as openBookIn, openPanel, pageLine } from '#tests/support/open-book.ts'
import { printedColumns } from '#tests/support/printed-columns.ts'
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

const freeBook = 'indie-music-ai-guide-2'
const paidBook = 'ai-fun-profit'
const slowly = { timeout: 20_000 }

const openBook = (book: string, search?: string, options?: PageOptions) => openBookIn(browser, book, search, options)
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

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

test('the search opens by its key with the focus nowhere and the pages in sight, and not from elsewhere', async () => {
  const page = await openBook(freeBook)
  const centre = () => page.evaluate(`document.querySelector('[data-reader]').scrollIntoView({ block: 'center', behavior: 'instant' })`)
  const search = panel(page, 'Search')
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await centre()
  await page.keyboard.press('/')
  await page.evaluate('document.activeElement.blur()')
  await page.evaluate(`scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })`)
  await page.keyboard.press('/')
  expect(await search.count()).toBe(0)
  await centre()
  await page.keyboard.press('/')
  await search.locator('input:focus').waitFor()
  await page.keyboard.type('mm')
  expect(await search.getByRole('textbox').inputValue()).toBe('mm')
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

test('a thumbnail keeps the focus while the list is scrolled far away from it, and the arrows go on from there', async () => {
  const page = await openBook(freeBook)
  const thumbnails = await openPanel(page, 'Thumbnails')
  const thumbnail = (number: number) => thumbnails.getByRole('option', { name: `Page ${number}`, exact: true })
  const list = thumbnails.getByRole('listbox')
  const placeInList = async (number: number) => {
    const [box, around] = [(await thumbnail(number).boundingBox())!, (await list.boundingBox())!]
    return {
      left: Math.round(box.x - around.x),
      top: Math.round(box.y - around.y),
      width: Math.round(box.width),
      height: Math.round(box.height),
    }
  }
  const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")')
  await thumbnail(4).click()
  const place = await placeInList(4)
  await thumbnails.hover()
  await page.mouse.wheel(0, 50_000)
  await thumbnail(73).waitFor()
  await expect.poll(() => thumbnail(8).count()).toBe(0)
  expect(await focused()).toBe('Page 4')
  expect(await placeInList(4)).toEqual(place)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('Page 5')
  await expect.poll(() => thumbnail(73).count()).toBe(0)
  const [box, around] = [(await thumbnail(5).boundingBox())!, (await thumbnails.boundingBox())!]
  expect(box.y).toBeGreaterThanOrEqual(around.y)
  expect(box.y + box.height).toBeLessThanOrEqual(around.y + around.height)
})

test('who leaves the thumbnails is not fetched back, and who reads on beside them takes the focus along', async () => {
  const page = await openBook(freeBook)
  const thumbnails = await openPanel(page, 'Thumbnails')
  const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")')
  await thumbnails.getByRole('option', { name: 'Page 1', exact: true }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Home')
  expect(await focused()).toBe('Page 1')
  const pages = page.locator('[data-pages]')
  await pages.focus()
  const readOn = async () => {
    const before = await pageLine(page).innerText()
    await pages.hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1_500)
        return pageLine(page).innerText()
      }, slowly)
      .not.toBe(before)
  }
  await readOn()
  await expect.poll(() => thumbnails.getByRole('option', { selected: true }).getAttribute('aria-label')).not.toBe('Page 1')
  expect(await page.evaluate('document.activeElement.matches("[data-pages]")')).toBe(true)

  await thumbnails.getByRole('option', { name: 'Page 4', exact: true }).click()
  await expect.poll(() => pageLine(page).innerText(), slowly).toBe('Page 4 of 73')
  await thumbnails.hover()
  await page.mouse.wheel(0, 50_000)
  await thumbnails.getByRole('option', { name: 'Page 73', exact: true }).waitFor()
  await expect.poll(() => thumbnails.getByRole('option', { name: 'Page 8', exact: true }).count()).toBe(0)
  await readOn()
  await expect
    .poll(async () => (await focused()) === (await thumbnails.getByRole('option', { selected: true }).getAttribute('aria-label')), slowly)
    .toBe(true)
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
