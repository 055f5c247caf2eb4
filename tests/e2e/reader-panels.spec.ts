import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { downloadedText } from '#tests/support/downloaded-text.ts'
import { openBook as openBookIn, openPanel, pageLine } from '#tests/support/open-book.ts'
import { printedColumns } from '#tests/support/printed-columns.ts'
import { type SharedPageOptions, sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const freeBook = 'indie-music-ai-guide-2'
const paidBook = 'ai-fun-profit'
/** Timeout on a busy machine. */
const soon = { timeout: 20_000 }

const openBook = (book: string, search?: string, options?: SharedPageOptions) =>
  openBookIn({ newPage: site.takePage }, book, search, options)
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const isAt = async (page: Page, number: number) => {
  await expect.poll(() => pageLine(page).innerText(), soon).toBe(`Page ${number} of 73`)
}
const labelOfFocus = (page: Page) => page.evaluate<string | null>('document.activeElement?.getAttribute("aria-label")')

/** Selects text of a page with the mouse. */
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

test('search opens by its shortcut while pages are visible, finds text in the whole book, goes to it, and reports errors and missing results', async () => {
  const page = await openBook(freeBook, '', { expected: [/status of 503/] })
  const centre = () =>
    page.evaluate(`document.querySelector('[data-reader]').scrollIntoView({ block: 'center', behavior: 'instant' })`)
  const search = panel(page, 'Search')
  const field = search.getByRole('textbox')
  const places = search.getByRole('list', { name: 'Search results' })
  // Not from another control, nor with the pages out of sight.
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await centre()
  await page.keyboard.press('/')
  await page.evaluate('document.activeElement.blur()')
  await page.evaluate(`scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })`)
  await page.keyboard.press('/')
  expect(await search.count()).toBe(0)
  await centre()
  await page.keyboard.press('/')
  await search.locator('input:focus').waitFor(soon)
  await page.keyboard.type('x')
  await search.getByText('Enter at least two characters.').waitFor(soon)
  await field.fill('xylophonist of the moon')
  await search.getByText('No results.').waitFor(soon)

  await page.route('**/search?q=*', (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'unavailable', detail: 'x' } }),
  )
  await field.fill('drummer')
  await search.getByRole('alert').getByText('Search failed. Try again.').waitFor(soon)
  await page.unroute('**/search?q=*')
  await search.getByRole('button', { name: 'Try Again' }).click()
  await places.waitFor(soon)

  await field.fill('consent form')
  const first = places.getByRole('button').first()
  await expect.poll(async () => (await first.locator('mark').innerText()).toLowerCase(), soon).toBe('consent form')
  expect(await search.getByRole('status').innerText()).toMatch(/^\d+ results? on \d+ pages?\.$/)
  const wanted = await places.getByRole('heading').first().innerText()
  await field.press('Enter')
  await isAt(page, Number(/\d+/.exec(wanted)?.[0]))
  await page.locator('[data-highlight=chosen]').first().waitFor(soon)
  expect(await first.getAttribute('aria-current')).toBe('true')
  // The first Escape clears the field, the second closes the panel and returns the focus.
  await page.keyboard.press('Escape')
  await expect.poll(() => field.inputValue(), soon).toBe('')
  await page.keyboard.press('Escape')
  await search.waitFor({ ...soon, state: 'detached' })
  expect(await page.locator('[data-highlight]').count()).toBe(0)
})

test('the highlight of a search hit begins and ends where its letters are printed, and disappears with the panel', async () => {
  const page = await openBook(freeBook, '?page=9', { viewport: { width: 1440, height: 900 } })
  await page.locator('[data-pages]').focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('+')
  const search = await openPanel(page, 'Search')
  for (const word of ['drummers', 'kettle']) {
    await search.getByRole('textbox').fill(word)
    const found = search.getByRole('list', { name: 'Search results' }).getByRole('button').first()
    await found.filter({ has: page.locator('mark', { hasText: new RegExp(word, 'i') }) }).click(soon)
    const mark = page.locator('[data-highlight=chosen]').first()
    const gap = 12
    await expect
      .poll(async () => {
        await mark.scrollIntoViewIfNeeded(soon)
        const box = (await mark.boundingBox())!
        const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as [
          number,
          number,
          number,
          number,
        ]
        const columns = await printedColumns(page, { x: x - gap, y, width: width + 2 * gap, height })
        const end = width + gap
        return {
          between: columns.filter((at) => (at > gap - 6 && at < gap - 1) || (at > end + 1 && at < end + 6)),
          begins: columns.some((at) => at >= gap - 1 && at <= gap + 6),
          ends: columns.some((at) => at >= end - 6 && at <= end + 1),
        }
      }, soon)
      .toEqual({ between: [], begins: true, ends: true })
  }
  await search.getByRole('button', { name: 'Close search' }).press('Escape')
  await search.waitFor({ ...soon, state: 'detached' })
  expect(await page.locator('[data-highlight]').count()).toBe(0)
  // The focus returns to the button that opened the panel.
  expect(await labelOfFocus(page)).toBe('Search')
})

test('in a preview locked pages are listed without text or image, and link to the purchase', async () => {
  const page = await openBook(paidBook)
  const link = (await openPanel(page, 'Contents')).getByRole('link', { name: /Draw the Edges/ })
  expect(await link.innerText()).toMatch(/locked/i)
  expect(await link.getAttribute('href')).toBe(`/book/${paidBook}`)
  const blank = (await openPanel(page, 'Thumbnails')).getByRole('option', { name: 'Page 6, locked' })
  await blank.waitFor(soon)
  expect(await blank.locator('img').count()).toBe(0)
  const search = await openPanel(page, 'Search')
  await search.getByRole('textbox').fill('money')
  const places = search.getByRole('list', { name: 'Search results' })
  await places.waitFor(soon)
  const locked = places.getByRole('listitem').filter({ hasText: 'locked' }).first()
  expect(
    (await locked.innerText()).replace(/\s|page \d+|, locked|money|Locked pages.*hidden\.|Purchase Now/gi, ''),
  ).toMatch(/^░+$/)
  await places.getByRole('link', { name: 'Purchase Now' }).click()
  await page.waitForURL(`**/book/${paidBook}#payment`)
})

test('contents link to pages; thumbnails are rendered in part, go to their page, and keep the focus while scrolling', async () => {
  const page = await openBook(freeBook)
  const contents = await openPanel(page, 'Contents')
  await contents.getByRole('button', { name: /^3\. From Sketch to Song/ }).click()
  await isAt(page, 18)
  await expect
    .poll(() => contents.locator('[aria-current=location]').innerText(), soon)
    .toContain('From Sketch to Song')

  const thumbnails = await openPanel(page, 'Thumbnails')
  const thumbnail = (number: number) => thumbnails.getByRole('option', { name: `Page ${number}`, exact: true })
  const selected = () => thumbnails.getByRole('option', { selected: true }).getAttribute('aria-label')
  const list = thumbnails.getByRole('listbox')
  await expect.poll(selected, soon).toBe('Page 18')
  expect(await thumbnails.getByRole('option').count()).toBeLessThan(24)
  // Arrow keys move through the thumbnails without turning pages; Home and End reach both ends.
  await thumbnail(18).focus()
  await page.keyboard.press('End')
  await expect.poll(() => labelOfFocus(page), soon).toBe('Page 73')
  await isAt(page, 18)
  await page.keyboard.press('Enter')
  await isAt(page, 73)
  for (const _ of [1, 2]) await page.keyboard.press('Home')
  await expect.poll(() => labelOfFocus(page), soon).toBe('Page 1')

  await thumbnail(4).click()
  await isAt(page, 4)
  const placeInList = async (number: number) => {
    const [box, around] = [(await thumbnail(number).boundingBox())!, (await list.boundingBox())!]
    return [box.x - around.x, box.y - around.y, box.width, box.height].map(Math.round)
  }
  const place = await placeInList(4)
  await thumbnails.hover()
  await page.mouse.wheel(0, 50_000)
  await thumbnail(73).waitFor(soon)
  await expect.poll(() => thumbnail(8).count(), soon).toBe(0)
  expect(await labelOfFocus(page)).toBe('Page 4')
  expect(await placeInList(4)).toEqual(place)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => labelOfFocus(page), soon).toBe('Page 5')
  await expect.poll(() => thumbnail(73).count(), soon).toBe(0)
  const [box, around] = [(await thumbnail(5).boundingBox())!, (await thumbnails.boundingBox())!]
  expect(box.y).toBeGreaterThanOrEqual(around.y)
  expect(box.y + box.height).toBeLessThanOrEqual(around.y + around.height)

  // The focus does not return to the thumbnails after leaving them.
  const pages = page.locator('[data-pages]')
  const readOn = async () => {
    const before = await pageLine(page).innerText()
    await pages.hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1_500)
        return pageLine(page).innerText()
      }, soon)
      .not.toBe(before)
  }
  await pages.focus()
  await readOn()
  await expect.poll(selected, soon).not.toBe('Page 4')
  expect(await page.evaluate('document.activeElement.matches("[data-pages]")')).toBe(true)
  // The focus follows the page while it is in the thumbnails.
  await thumbnail(4).click()
  await isAt(page, 4)
  await thumbnails.hover()
  await page.mouse.wheel(0, 50_000)
  await thumbnail(73).waitFor(soon)
  await expect.poll(() => thumbnail(8).count(), soon).toBe(0)
  await readOn()
  await expect.poll(async () => (await labelOfFocus(page)) === (await selected()), soon).toBe(true)
})

test('bookmarks, highlights and notes are saved, listed, restored and exported; those of an earlier edition are located by their text', async () => {
  const page = await openBook(freeBook, '?page=9')
  await page.getByRole('button', { name: 'Bookmark page 9' }).click()
  const bookmarked = page.getByRole('button', { name: 'Remove bookmark' }).first()
  await expect.poll(() => bookmarked.getAttribute('aria-pressed'), soon).toBe('true')
  const lines = page.locator('[data-page="9"] [data-line]')
  await lines.first().waitFor(soon)
  const old = (await lines.nth(7).innerText()).trim()
  const marked = await selectWords(page, lines.nth(2))
  const toolbar = page.getByRole('toolbar', { name: 'Selected text' })
  await toolbar.getByRole('button', { name: 'Highlight' }).click()
  const highlights = page.locator('[data-page="9"] [data-highlight=highlight]')
  await highlights.waitFor(soon)

  const noted = await selectWords(page, lines.nth(4))
  await toolbar.waitFor(soon)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const notes = panel(page, 'Notes')
  const entries = notes.locator('[data-note]')
  // The note field has the focus.
  await notes.locator('textarea:focus').waitFor(soon)
  await page.keyboard.type('Ask Mara / 0+\n# not a heading')
  await notes.getByRole('button', { name: 'Save' }).click()
  await notes.getByText('Ask Mara').waitFor(soon)
  expect(await entries.count()).toBe(3)
  await notes.getByRole('button', { name: /^Remove bookmark on/ }).click()
  await expect.poll(() => entries.count(), soon).toBe(2)
  await expect.poll(() => page.evaluate('document.activeElement.textContent'), soon).toMatch(/undo/i)
  await page.keyboard.press('Enter')
  await expect.poll(() => entries.count(), soon).toBe(3)

  const { name, text } = await downloadedText(notes.getByRole('button', { name: 'Export as Markdown' }))
  expect(name).toBe(`${freeBook}-notes.md`)
  expect(text).toMatch(/^# Indie Music AI Guide 2\n/)
  expect(text).toContain('### Page 9, bookmark')
  for (const quote of [marked, noted]) expect(text.replaceAll('\\', '')).toContain(`> ${quote.trim()}`)
  expect(text).toContain('\\# not a heading')

  await page.evaluate(
    ([key, quote]) => {
      const kept = JSON.parse(localStorage.getItem(key!)!) as { annotations: object[] }
      const place = { start: { line: 0, offset: 0 }, end: { line: 0, offset: 3 }, edition: 'fedcba9876543210' }
      const mark = {
        kind: 'highlight',
        ...place,
        note: '',
        before: '',
        after: '',
        createdAt: '2026-01-02T00:00:00.000Z',
      }
      kept.annotations.push(
        { ...mark, id: 'found', page: 8, quote },
        { ...mark, id: 'gone', page: 4, quote: 'words nobody printed here' },
      )
      localStorage.setItem(key!, JSON.stringify(kept))
    },
    [`swade.notes.${freeBook}`, old] as const,
  )
  await page.goto(`/book/${freeBook}/read?page=9`)
  await expect.poll(() => highlights.count(), soon).toBe(3)
  await openPanel(page, 'Notes')
  await notes
    .getByRole('region', { name: 'Not found in this edition' })
    .getByText('words nobody printed here')
    .waitFor(soon)
  await expect.poll(() => entries.count(), soon).toBe(5)
})

test('a drag that begins on a link selects text, and a click follows the link', async () => {
  const page = await openBook(freeBook, '?page=3')
  const entry = page.locator('[data-page="3"] [data-line]').nth(3)
  await entry.locator('a').waitFor(soon)
  expect(await selectWords(page, entry)).toMatch(/^1 The/)
  await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Highlight' }).waitFor(soon)
  await isAt(page, 3)
  await entry.locator('a').click()
  await isAt(page, 6)
})

test('keys typed while the notes panel loads trigger nothing else, and the note field has the focus', async () => {
  // The service worker would bypass the route below.
  const page = await site.newPage({ serviceWorkers: 'block' })
  const chunkRelease = Promise.withResolvers<void>()
  await page.route(/notes-panel-/, (route) => chunkRelease.promise.then(() => route.continue()))
  await page.goto(`/book/${freeBook}/read?page=9`)
  const line = page.locator('[data-page="9"] [data-line]').nth(4)
  await line.waitFor(soon)
  await selectWords(page, line)
  await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Note' }).click(soon)
  const notes = panel(page, 'Notes')
  await notes.getByText('Loading…').waitFor(soon)
  await page.keyboard.type('/m0f ')
  chunkRelease.resolve()
  await notes.locator('textarea:focus').waitFor(soon)
  await page.keyboard.type('from memory / 0+')
  expect(await notes.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('from memory / 0+')
  expect(await page.evaluate('document.fullscreenElement === null')).toBe(true)
  expect(await panel(page, 'Search').count()).toBe(0)
})
