import { benchBook, type BenchBook } from './reader/books.ts'
import { Figures } from './reader/figures.ts'
import { visit } from './reader/first-page.ts'
import { jumpAndScroll } from './reader/jumps.ts'
import { fourG, startThrottledConnection } from './reader/throttled-connection.ts'
import { startOurSite } from './reader/our-site.ts'
import { launchBrowser, makeReaders } from './reader/readers.ts'
import { measureSearch } from './reader/search.ts'
import { measureSharpness } from './reader/sharpness.ts'
import { measureWords } from './reader/words.ts'
import { startBaselineServer } from './baselines/server.ts'
import { readParts } from '../scripts/usage.ts'

/*
 * Our reader beside its baselines, in one run and one Chromium, medians of five runs (RUNS): the specification's
 * literal
 * method (pdfjs-dist, every page at scale 2 to JPEG 0.95), Mozilla's viewer as pdfjs-dist brings it, the same told to
 * fetch only the ranges it needs, and EmbedPDF's ready viewer.
 *
 * A page is visible when the picture that Chromium composed shows it (bench/reader/visibility-probe.ts), whatever
 * drew it; times run
 * from the click. `ours` has its pages rendered already, the first five of a book packed as the site packs them before
 * anybody asks, `ours, unrendered` is the first visitor a page ever has. Lines are shaped and counted outside the
 * browser (bench/reader/throttled-connection.ts): 4G is 10 Mbit/s and 60 ms, shared by all connections. Peers are
 * installed into a
 * cache folder of their own. Numbers of pages are typed key by key; the time counts from Enter.
 *
 * Goals: first page of 300, 4G, ≤ 1/5 of Mozilla's viewer, unrendered faster than every baseline; jump ≤ 1/2 of the
 * best
 * baseline; bytes ≤ 300 KB; no task over 50 ms; sharpness ≥ 0.85; words ≥ 95 %; search ≤ 100 ms.
 *
 * Arguments choose parts: `first jump sharpness words search`; all without.
 */
const runs = Number(process.env.RUNS ?? 5)
const usage = `Usage: npm run bench:reader -- [first] [jump] [sharpness] [words] [search]

  first       time and bytes until the first page is visible
  jump        time until another page is visible
  sharpness   sharpness of a page
  words       words that can be selected
  search      time until the results of a search are visible`
const parts = readParts(usage, ['first', 'jump', 'sharpness', 'words', 'search'])
const wants = (part: (typeof parts)[number]) => parts.includes(part)

const long = await benchBook(300)
const short = wants('first') ? await benchBook(40) : undefined
const longest = wants('first') || wants('search') ? await benchBook(1000) : undefined
const books = [short, long, longest].filter((book) => book !== undefined)
const baselineServer = await startBaselineServer(new Map(books.map(({ id, pdf }) => [id, pdf])))
const site = await startOurSite(books)
const lines = {
  site: await startThrottledConnection(site.origin),
  baselines: await startThrottledConnection(baselineServer.origin),
}
const { ours, ...baselines } = makeReaders(lines.site, lines.baselines)
const browser = await launchBrowser()
const figures = new Figures()
const unrendered = 'ours, unrendered'

// Also what an interrupted run has measured so far.
process.once('exit', () =>
  figures.print(
    [ours.name, unrendered],
    Object.values(baselines).map(({ name }) => name),
  ),
)

try {
  if (short && longest && wants('first')) {
    for (let run = 0; run < runs; run++) {
      await firstPages(long, { speed: undefined, label: 'fast line' })
      await firstPages(long, { speed: fourG, label: '4G', thenGoTo: 100 })
      await firstPages(short, { speed: fourG, label: '4G, 40 pages' })
      await visit(browser, ours, longest, figures, { speed: fourG, label: '4G, 1,000 pages', name: ours.name })
    }
  }
  if (wants('jump')) {
    const pages = [100, 140, 180, 220, 260]
    for (const reader of [ours, ...Object.values(baselines)]) {
      await jumpAndScroll(browser, reader, long, figures, {
        name: reader.name,
        pages,
        label: 'a page not shown before',
        scrolls: true,
      })
    }
    const unmade = pages.map((page) => page - 10)
    await site.forgetPages(long, [...unmade, ...unmade.map((page) => page + 1)])
    const how = { name: unrendered, pages: unmade, label: 'a page not shown before', scrolls: false }
    await jumpAndScroll(browser, ours, long, figures, how)
  }
  if (wants('sharpness')) await measureSharpness(browser, ours, long, figures)
  if (wants('words')) await measureWords(browser, ours, long, figures)
  if (longest && wants('search')) await measureSearch(browser, site.origin, baselines.mozilla, longest, figures)
} finally {
  await browser.close()
  for (const line of Object.values(lines)) line.stop()
  baselineServer.stop()
  await site.stop()
}

async function firstPages(book: BenchBook, how: Pick<Parameters<typeof visit>[4], 'speed' | 'label' | 'thenGoTo'>) {
  for (const reader of [ours, ...Object.values(baselines)])
    await visit(browser, reader, book, figures, { ...how, name: reader.name })
  await site.forgetPages(book, [1, 2])
  await visit(browser, ours, book, figures, { ...how, name: unrendered, thenGoTo: undefined })
  const isMade = await site.isMade(book, 1)
  await site.makeAhead(book)
  if (!isMade)
    console.log(`page 1 of ${book.pages} was not rendered again, so the last figure of '${unrendered}' is missing`)
}
