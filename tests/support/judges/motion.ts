import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Has every page opened in `page` from now on write down what moves in it without having been asked to. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript({
    content: `
      layoutShifts = { score: 0, shifts: [], add(entries) {
        for (const entry of entries) {
          if (entry.hadRecentInput) continue
          layoutShifts.score += entry.value
          layoutShifts.shifts.push(entry.value.toFixed(4) + ' ' + entry.sources.map(({ node }) => node?.nodeName + '.' + node?.className).join(', '))
        }
      } }
      shiftObserver = new PerformanceObserver((list) => layoutShifts.add(list.getEntries()))
      shiftObserver.observe({ type: 'layout-shift', buffered: true })
    `,
  })
}

/** Finds what moved so far, where all of it together is more than can be overlooked. Needs {@link recordShifts}. */
export async function findShifts(page: Page): Promise<string[]> {
  const { score, shifts } = await page.evaluate<{ score: number; shifts: string[] }>(`(() => {
    layoutShifts.add(shiftObserver.takeRecords())
    return { score: layoutShifts.score, shifts: layoutShifts.shifts }
  })()`)
  return score > 0.01 ? [`${score.toFixed(4)} in all`, ...shifts] : []
}

/** Finds animations that run; under reduced motion there may be none. */
export function findRunningAnimations(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`document.getAnimations()
    .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 0)
    .map((one) => (one.animationName ?? one.transitionProperty ?? String(one)) + ' of ' + one.effect.target?.outerHTML.slice(0, 80))`)
}

/** Scrolls through the whole page as a reader would and back to its top, and waits for whatever is loaded only then. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.8) {
      scrollTo({ top, behavior: 'instant' })
      await drawn()
    }
  })()`)
  // The opening stays as the server sent it; every other passage comes to life when somebody is near.
  await expect.poll(() => page.locator('[data-near=asleep]:not(:has(h1))').count(), { timeout: 30_000 }).toBe(0)
  await page.evaluate(`(async () => {
    const isNear = (image) => {
      const { left, right } = image.getBoundingClientRect()
      return image.checkVisibility() && right > 0 && left < innerWidth
    }
    const missing = [...document.images].filter((image) => isNear(image) && !image.complete)
    await Promise.all(missing.map((image) => new Promise((done) => (image.onload = image.onerror = done))))
    scrollTo({ top: 0, behavior: 'instant' })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })()`)
}
