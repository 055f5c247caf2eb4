import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { pictureOf, readPages, type Picture } from './page-code.ts'
import type { BenchBook } from './books.ts'
import type { Figures } from './figures.ts'
import { loadBook, openReader, type Reader } from './readers.ts'

const zoomPercent = 250

/**
 * Measures how steep the edges of letters are at 250 % beside the same part of the page rendered natively at that
 * size by
 * Poppler: the mean of brightness differences between neighbours, ours ÷ native. 1 is as sharp as vector outlines.
 */
export async function measureSharpness(
  browser: Browser,
  reader: Reader,
  book: BenchBook,
  figures: Figures,
): Promise<void> {
  const { page } = await openReader(browser, reader, book)
  try {
    await loadBook(page)
    const larger = page.getByRole('button', { name: 'Zoom in' })
    for (let steps = 0; steps < 20 && (await shownPercent()) < zoomPercent; steps++) await larger.click()
    await page.waitForTimeout(3000)
    const shot = await pictureOf(await page.screenshot())
    const seen = readPages(shot).find(({ page: number }) => number === 1)
    if (!seen) throw new Error('page 1 is not visible')
    const native = await renderNatively(book.pdf, Math.round(seen.scale * 432))
    if (!native) return console.log('sharpness: pdftoppm (poppler-utils) is not installed')
    // A band of text that the window shows whole.
    const top = Math.round(seen.top + 120 * seen.scale)
    const left = Math.max(0, Math.round(seen.left + 60 * seen.scale))
    const area = { left, top, width: Math.min(600, shot.width - left - 20), height: Math.round(40 * seen.scale) }
    const there = { ...area, left: Math.round(left - seen.left), top: Math.round(top - seen.top) }
    figures.add(
      `sharpness at ${zoomPercent} %, of native`,
      reader.name,
      steepness(shot, area) / steepness(native, there),
    )
  } catch (error) {
    console.log(`sharpness: ${String(error)}`)
  } finally {
    await page.context().close()
  }

  async function shownPercent(): Promise<number> {
    const label = await page.getByRole('button', { name: /percent, back to/ }).getAttribute('aria-label')
    return Number(/\d+/.exec(label ?? '')?.[0])
  }
}

async function renderNatively(pdf: string, width: number): Promise<Picture | undefined> {
  const args = ['-png', '-gray', '-f', '1', '-l', '1', '-scale-to-x', String(width), '-scale-to-y', '-1', pdf]
  const made = await promisify(execFile)('pdftoppm', args, { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 }).catch(
    () => undefined,
  )
  return made && pictureOf(made.stdout)
}

function steepness(
  { data, width }: Picture,
  area: { left: number; top: number; width: number; height: number },
): number {
  let sum = 0
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const here = data[y * width + x]!
      // Squared: a soft edge has the same sum of differences as a hard one, but not of their squares.
      sum += (data[y * width + x + 1]! - here) ** 2 + (data[(y + 1) * width + x]! - here) ** 2
    }
  }
  return Math.sqrt(sum / (area.width * area.height))
}
