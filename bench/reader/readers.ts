import { chromium, type Browser, type Page } from 'playwright-core'
import { findRequirement, requirements } from '../../scripts/test/requirements.ts'
import type { BenchBook } from './books.ts'
import { now, type ThrottledConnection } from './throttled-connection.ts'

/** A reader of books to be measured. All show a page about 800 CSS pixels wide in a window of 1280 × 1000. */
export type Reader = {
  name: string
  line: ThrottledConnection
  /** True if it waits for the click on 'Load Book'. */
  path(book: BenchBook): string
  /** The whole book comes before it can be gone through. */
  isBroughtWhole: boolean
  /** Resolves when the whole book is there, for readers that bring it whole. */
  untilLoaded(page: Page): Promise<void>
}

export const viewport = { width: 1280, height: 1000 }

/** Chromium as every reader gets it. Nothing but the machine itself can be reached. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findRequirement(requirements.chromium) ?? 'chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-quic',
      '--disable-features=SpareRendererForSitePerProcess',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}

/** Returns our reader and the four baselines. */
export function makeReaders(site: ThrottledConnection, baselines: ThrottledConnection) {
  const baseline = (name: string, file: string): Reader => ({
    name,
    line: baselines,
    isBroughtWhole: true,
    path: (book) => `/${file}${file.includes('?') ? '&' : '?'}file=/books/${book.id}.pdf`,
    untilLoaded: async (page) =>
      void (await page.waitForSelector('html[data-loaded]', { state: 'attached', timeout: 120_000 })),
  })
  const ours: Reader = {
    name: 'ours',
    line: site,
    isBroughtWhole: false,
    path: (book) => `/book/${book.id}/read`,
    untilLoaded: async () => undefined,
  }
  return {
    ours,
    literal: baseline('literal method', 'literal.html'),
    mozilla: baseline("Mozilla's viewer", 'mozilla-viewer.html'),
    ranges: baseline("Mozilla's, ranges only", 'mozilla-viewer.html?ranges'),
    embedPdf: baseline('EmbedPDF', 'embedpdf.html'),
  }
}

/** Notes in the page, by its own clock: when something was pressed and which tasks took longer than 50 ms. */
export const notes = `
  window.bench = { pressedAt: 0, longTasks: [] }
  for (const type of ['click', 'keydown'])
    addEventListener(type, (event) => (window.bench.pressedAt = performance.timeOrigin + event.timeStamp), { capture: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.bench.longTasks.push({ at: performance.timeOrigin + startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
`

/** A fresh profile with the reader at rest before the click: its code is there, whatever it prepares is prepared. */
export async function openReader(
  browser: Browser,
  reader: Reader,
  book: BenchBook,
): Promise<{ page: Page; from: number }> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(notes)
  const from = now()
  await page.goto(reader.line.origin + reader.path(book))
  await page.waitForSelector('html[data-ready]', { state: 'attached' })
  await page.waitForLoadState('networkidle')
  return { page, from }
}

/** Clicks 'Load Book'; answers when the page felt it. */
export async function loadBook(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Load Book' }).click()
  return page.evaluate<number>('window.bench.pressedAt')
}

/** A fast typist's pace, from key to key and from the last one to Enter. */
const betweenKeysMs = 150

/**
 * Goes to a page by its number; answers when the page felt Enter, in ms of the epoch.
 *
 * @param how Key by key, as people type, or all at once with Enter behind it, which leaves no time to fetch anything
 *   ahead.
 */
export async function goTo(page: Page, number: number, how: 'typed' | 'pasted' = 'typed'): Promise<number> {
  const field = page.getByLabel('Go to page')
  if (how === 'pasted') await field.fill(String(number))
  else {
    await field.selectText()
    for (const key of String(number)) {
      await page.keyboard.press(key)
      await page.waitForTimeout(betweenKeysMs)
    }
  }
  await page.keyboard.press('Enter')
  return page.evaluate<number>('window.bench.pressedAt')
}

/** Durations of tasks over 50 ms since a moment. */
export async function longTasksSince(page: Page, since: number): Promise<number[]> {
  const tasks = await page.evaluate<{ at: number; ms: number }[]>('window.bench.longTasks')
  return tasks.filter(({ at }) => at >= since).map(({ ms }) => ms)
}
