import type { Browser } from 'playwright-core'
import type { BenchBook } from './books.ts'
import { createVisibilityProbe } from './visibility-probe.ts'
import type { Figures } from './figures.ts'
import { goTo, loadBook, longTasksSince, openReader, type Reader } from './readers.ts'

/**
 * Jumps in an open book on a line as fast as the machine, when all of it has come: to pages this browser has never
 * shown, then to one it has just shown. Afterwards it is scrolled for a while and the long tasks are counted.
 */
export async function jumpAndScroll(
  browser: Browser,
  reader: Reader,
  book: BenchBook,
  figures: Figures,
  { name, pages, label, scrolls }: { name: string; pages: number[]; label: string; scrolls: boolean },
): Promise<void> {
  const { page } = await openReader(browser, reader, book)
  try {
    const probe = await createVisibilityProbe(page)
    await loadBook(page)
    await probe.seePage(1, 90_000)
    await reader.untilLoaded(page)
    await page.waitForTimeout(1000)
    const jump = async (figure: string, number: number, how: 'typed' | 'pasted' = 'typed') => {
      probe.blink()
      const requestedAt = await goTo(page, number, how)
      const sight = await probe.seePage(number, 30_000)
      figures.add(figure, name, sight.at - requestedAt)
      await page.waitForTimeout(400)
    }
    for (const number of pages) await jump(`jump to ${label}, ms`, number)
    if (!scrolls) return
    for (const number of pages) await jump(`the same, number pasted, ms`, number + 20)
    const [first = 1, last = 1] = [pages.at(0), pages.at(-1)]
    for (let back = 0; back < 3; back++) {
      await jump('jump back to a page shown before, ms', first)
      await jump('jump back to a page shown before, ms', last)
    }
    await probe.close()
    const from = await goTo(page, 1)
    await page.waitForTimeout(500)
    await page.mouse.move(640, 400)
    for (let turn = 0; turn < 60; turn++) {
      await page.mouse.wheel(0, 600)
      await page.waitForTimeout(80)
    }
    await page.waitForTimeout(500)
    const tasks = await longTasksSince(page, from)
    figures.add('tasks over 50 ms while scrolling 30 pages', name, tasks.length)
    figures.add('longest of them, ms', name, Math.max(0, ...tasks))
  } catch (error) {
    console.log(`${name}, jumps: ${String(error)}`)
  } finally {
    await page.context().close()
  }
}
