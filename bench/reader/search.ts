import type { Browser } from 'playwright-core'
import { searchPath } from '../../features/reader/paths.ts'
import type { BenchBook } from './books.ts'
import type { Figures } from './figures.ts'
import { now } from './throttled-connection.ts'
import { loadBook, openReader, type Reader } from './readers.ts'

const words = ['lighthouse', 'compressor', 'kitchen', 'invoice', 'harmonies', 'Thursday']

/**
 * From the question to the last hit: ours as its route answers, Mozilla's by its own find in the loaded book. The first
 * question warms.
 */
export async function measureSearch(
  browser: Browser,
  origin: string,
  mozilla: Reader,
  book: BenchBook,
  figures: Figures,
): Promise<void> {
  const figure = `search, ${book.pages} pages, ms`
  for (const [index, word] of words.entries()) {
    const from = now()
    const answer = await fetch(`${origin}${searchPath(book.id)}?q=${word}`)
    const reply = await answer.text()
    if (!answer.ok) throw new Error(`search answered ${answer.status}: ${reply}`)
    figures.add(index === 0 ? `first ${figure}` : figure, 'ours', now() - from)
  }
  const { page } = await openReader(browser, mozilla, book)
  try {
    await loadBook(page)
    await mozilla.untilLoaded(page)
    for (const [index, word] of words.slice(0, 3).entries()) {
      const took = await page.evaluate<number>(
        `(async () => { const from = performance.now(); await find(${JSON.stringify(word)}); return performance.now() - from })()`,
      )
      figures.add(index === 0 ? `first ${figure}` : figure, mozilla.name, took)
    }
  } catch (error) {
    console.log(`${mozilla.name}, search: ${String(error)}`)
  } finally {
    await page.context().close()
  }
}
