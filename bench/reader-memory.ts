import { setTimeout as sleep } from 'node:timers/promises'
import { benchBook, type BenchBook } from './reader/books.ts'
import { Figures } from './reader/figures.ts'
import { now, startThrottledConnection } from './reader/throttled-connection.ts'
import { pageLayout, pictureOf, readPages, type SeenPage } from './reader/page-code.ts'
import { startOurSite } from './reader/our-site.ts'
import { launchPlainBrowser, type PlainBrowser } from './reader/plain-browser.ts'
import { makeReaders, notes, type Reader } from './reader/readers.ts'
import { BrowserMemory } from './reader/renderer-memory.ts'
import { startBaselineServer } from './baselines/server.ts'
import { readParts } from '../scripts/usage.ts'

/*
 * Measures the private memory of the process with the page (/proc/<pid>/smaps_rollup, five times a second) while a book
 * of 300 pages is scrolled from its first to its last page by the wheel, and the memory after Chromium received a
 * memory pressure notification. Our reader is also measured with 40 and 1,000 pages, every book in a separate browser.
 * Linux only. Goals: peak at most half of the best baseline's; flat from 40 to 1,000 pages; 1,000 pages at most 150 MB
 * after the notification.
 *
 * RUNS (3) is the number of runs; arguments choose readers: `ours literal mozilla embedPdf`.
 */
const runs = Number(process.env.RUNS ?? 3)
const usage = `Usage: npm run bench:reader-memory -- [ours] [literal] [mozilla] [embedPdf]

  ours       our reader
  literal    the method that the specification describes
  mozilla    Mozilla's viewer
  embedPdf   EmbedPDF's viewer`
const chosen = readParts(usage, ['ours', 'literal', 'mozilla', 'embedPdf'])

/** Scrolls a page each: faster than people read, and slow enough for every reader to draw most pages. */
const turnEveryMs = 70

const [short, long, longest] = [await benchBook(40), await benchBook(300), await benchBook(1000)]
const books = [short, long, longest]
const baselineServer = await startBaselineServer(new Map(books.map(({ id, pdf }) => [id, pdf])))
const site = await startOurSite(books)
const lines = {
  site: await startThrottledConnection(site.origin),
  baselines: await startThrottledConnection(baselineServer.origin),
}
const { ours, ranges: _ranges, ...baselines } = makeReaders(lines.site, lines.baselines)
const figures = new Figures()
// Also what an interrupted run has measured so far.
process.once('exit', () =>
  figures.print(
    [ours.name],
    Object.values(baselines).map(({ name }) => name),
  ),
)

try {
  for (let run = 0; run < runs; run++) {
    for (const [key, reader] of Object.entries({ ours, ...baselines })) {
      if (!chosen.some((name) => name === key)) continue
      // A thousand pages take more than a minute, so they are measured once.
      const scrolled = reader !== ours ? [long] : run === 0 ? books : [short, long]
      for (const book of scrolled) await scrollThrough(reader, book)
    }
  }
} finally {
  for (const line of Object.values(lines)) line.stop()
  baselineServer.stop()
  await site.stop()
}

async function scrollThrough(reader: Reader, book: BenchBook): Promise<void> {
  const browser = await launchPlainBrowser()
  try {
    await browser.page.send('Page.enable')
    await browser.page.send('Page.addScriptToEvaluateOnNewDocument', { source: notes })
    await browser.page.send('Page.navigate', { url: reader.line.origin + reader.path(book) })
    await browser.until("document.documentElement?.hasAttribute('data-ready') === true", 60_000)
    await sleep(1500)
    const memory = new BrowserMemory(browser)
    const note = (figure: string, value: number) => figures.add(`${book.pages} pages: ${figure}`, reader.name, value)
    note('before the click, MB', (await memory.look()).rendererMb)
    await browser.evaluate(
      "[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Load Book').click()",
    )
    await sleep(3000)
    if (reader.isBroughtWhole) await browser.until("document.documentElement.hasAttribute('data-loaded')", 120_000)
    const [first] = await pagesIn(browser)
    if (!first) throw new Error('the first page is not visible')
    const pageHeight = first.scale * pageLayout.height
    const [x, y] = [first.left + first.scale * 200, first.top + 100]
    const turn = (deltaY: number) =>
      browser.page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY })
    const from = now()
    // Gaps between pages have a few pixels; the last turns of the wheel make up for them.
    for (let turns = 0; turns < book.pages * 1.04; turns++) {
      void turn(pageHeight).catch(() => undefined)
      await sleep(turnEveryMs)
    }
    await sleep(2000)
    const tasks = ((await browser.evaluate('window.bench.longTasks')) as { at: number; ms: number }[]).filter(
      ({ at }) => at >= from,
    )
    note('peak while scrolling all, MB', memory.rendererMb)
    note('peak together with the GPU process, MB', memory.withGpuMb)
    note('tasks over 50 ms while scrolling', tasks.length)
    note('longest of them, ms', Math.max(0, ...tasks.map(({ ms }) => ms)))
    await relieve(browser)
    note('left after pressure, MB', (await memory.look()).rendererMb)
    memory.stop()
    // The window is at the end of the last page now; its number stands at the top.
    await turn(480 - pageHeight)
    await sleep(3000)
    const reached = (await pagesIn(browser)).at(-1)?.page
    if (reached !== book.pages) console.log(`${reader.name}: the last visible page was ${reached} of ${book.pages}`)
  } catch (error) {
    console.log(`${reader.name}, ${book.pages} pages: ${String(error)}`)
  } finally {
    await browser.close()
  }
}

async function pagesIn(browser: PlainBrowser): Promise<SeenPage[]> {
  const { data } = await browser.page.send('Page.captureScreenshot', { format: 'png' })
  return readPages(await pictureOf(Buffer.from(String(data), 'base64')))
}

async function relieve({ page }: PlainBrowser): Promise<void> {
  for (let time = 0; time < 2; time++) {
    await page.send('HeapProfiler.collectGarbage')
    await page.send('Memory.simulatePressureNotification', { level: 'critical' })
    await sleep(1500)
  }
}
