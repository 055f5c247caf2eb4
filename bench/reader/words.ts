import type { Browser } from 'playwright-core'
import type { BenchBook } from './books.ts'
import { createVisibilityProbe } from './visibility-probe.ts'
import type { Figures } from './figures.ts'
import { goTo, loadBook, openReader, type Reader } from './readers.ts'

const sampledPages = [1, 57, 100, 203, 300]

/**
 * Measures how many of a page's printed words a screen reader finds in the accessibility tree, of pages across the
 * book.
 */
export async function measureWords(browser: Browser, reader: Reader, book: BenchBook, figures: Figures): Promise<void> {
  const { page } = await openReader(browser, reader, book)
  try {
    const session = await page.context().newCDPSession(page)
    const probe = await createVisibilityProbe(page)
    await loadBook(page)
    await probe.seePage(1, 30_000)
    for (const number of sampledPages) {
      if (number > 1) {
        await goTo(page, number)
        await probe.seePage(number, 30_000)
      }
      await page.waitForTimeout(1000)
      const { nodes } = await session.send('Accessibility.getFullAXTree')
      const spoken = nodes
        .filter(({ role, ignored }) => !ignored && role?.value === 'StaticText')
        .map(({ name }) => String(name?.value))
      const words = new Map<string, number>()
      for (const word of spoken.join(' ').split(/\s+/)) words.set(word, (words.get(word) ?? 0) + 1)
      const printed = book.words[number - 1]!
      const found = printed.filter((word) => {
        const left = words.get(word) ?? 0
        words.set(word, left - 1)
        return left > 0
      })
      figures.add('words of a page in the accessibility tree, %', reader.name, (found.length / printed.length) * 100)
    }
  } catch (error) {
    console.log(`${reader.name}, words: ${String(error)}`)
  } finally {
    await page.context().close()
  }
}
