import type { Page } from 'playwright-core'

/** Has every page opened in `page` from now on write down what moves in it without having been asked to. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript({
    content: `
      layoutShifts = { score: 0, shifts: [] }
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.hadRecentInput) continue
          layoutShifts.score += entry.value
          layoutShifts.shifts.push(entry.value.toFixed(4) + ' ' + entry.sources.map(({ node }) => node?.nodeName + '.' + node?.className).join(', '))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    `,
  })
}

/** What moved so far: the sum of all shifts, and each with what it moved. */
export function readShifts(page: Page): Promise<{ score: number; shifts: string[] }> {
  return page.evaluate('layoutShifts')
}
