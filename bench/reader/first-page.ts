import type { Browser } from 'playwright-core'
import type { BenchBook } from './books.ts'
import { createVisibilityProbe } from './visibility-probe.ts'
import type { Figures } from './figures.ts'
import type { Speed } from './throttled-connection.ts'
import { goTo, loadBook, longTasksSince, openReader, type Reader } from './readers.ts'

/** One visit: open, click, see the first page; and, if wanted, ask for another page at once. */
export type Visit = { speed: Speed; label: string; name: string; thenGoTo?: number }

const limitMs = 90_000

/**
 * Notes for one visit: from the click to the first page, all bytes since the address was entered, the longest task, and
 * the jump. Everybody's code is at rest before the click, so it counts in the bytes and not in the time.
 */
export async function visit(
  browser: Browser,
  reader: Reader,
  book: BenchBook,
  figures: Figures,
  how: Visit,
): Promise<void> {
  const { speed, label, name, thenGoTo } = how
  reader.line.setSpeed(speed)
  const { page, from } = await openReader(browser, reader, book)
  try {
    const probe = await createVisibilityProbe(page)
    const clickedAt = await loadBook(page)
    const sight = await probe.seePage(1, limitMs)
    figures.add(`first page, ${label}, ms`, name, sight.at - clickedAt)
    figures.add(`bytes until then, ${label}, KB`, name, reader.line.bytesBetween(from, sight.at) / 1024)
    if (thenGoTo) {
      probe.blink()
      const requestedAt = await goTo(page, thenGoTo)
      const there = await probe.seePage(thenGoTo, limitMs)
      figures.add(`then page ${thenGoTo} by its number, ${label}, ms`, name, there.at - requestedAt)
    } else await page.waitForTimeout(500)
    figures.add(`longest task meanwhile, ${label}, ms`, name, Math.max(0, ...(await longTasksSince(page, clickedAt))))
    await probe.close()
  } catch (error) {
    console.log(`${name}, ${label}: ${String(error)}`)
  } finally {
    await page.context().close()
    reader.line.setSpeed(undefined)
  }
}
