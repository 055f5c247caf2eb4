import type { Page } from 'playwright-core'
import { waitUntilHydrated } from '../settled.ts'

/** Records layout shifts of all pages opened in `page`. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript({
    content: `
      shiftEntries = []
      shiftObserver = new PerformanceObserver((list) => shiftEntries.push(...list.getEntries()))
      shiftObserver.observe({ type: 'layout-shift', buffered: true })
    `,
  })
}

/**
 * Finds layout shifts whose total exceeds `atMost`. Requires {@link recordShifts}.
 *
 * @param atMost Maximum sum of layout shift scores.
 * @see https://wicg.github.io/layout-instability/
 */
export async function findShifts(page: Page, atMost = 0.01): Promise<string[]> {
  const { score, shifts } = await page.evaluate<{ score: number; shifts: string[] }>(`(async () => {
    // Measured when the page and its fonts have been drawn.
    await document.fonts.ready
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    shiftEntries.push(...shiftObserver.takeRecords())
    const own = shiftEntries.filter((entry) => !entry.hadRecentInput)
    const nameOf = ({ node }) => node?.nodeName + '.' + node?.className
    return {
      score: own.reduce((total, { value }) => total + value, 0),
      shifts: own.map(({ startTime, value, sources }) => Math.round(startTime) + ' ms: ' + value.toFixed(4) + ' ' + sources.map(nameOf).join(', ')),
    }
  })()`)
  return score <= atMost ? [] : [`score ${score.toFixed(4)}`, ...shifts]
}

/** Finds running animations; there must be none with reduced motion. */
export function findRunningAnimations(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`document.getAnimations()
    .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 0)
    .map((one) => (one.animationName ?? one.transitionProperty ?? String(one)) + ' of ' + one.effect.target?.outerHTML.slice(0, 80))`)
}

/** Scrolls through the whole page and back, and waits for lazily loaded content. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.8) {
      scrollTo({ top, behavior: 'instant' })
      await drawn()
    }
  })()`)
  await waitUntilHydrated(page)
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
