import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the scroll position is stable for twenty frames. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    let last
    let frames = 0
    const look = () => {
      frames = scrollY === last ? frames + 1 : 0
      last = scrollY
      if (frames > 20) done()
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

/** Records scroll positions of the page. */
export async function recordScroll(page: Page): Promise<void> {
  await page.evaluate(
    'window.places = []; addEventListener("scroll", () => places.push(Math.round(scrollY))); undefined',
  )
}

/** Returns and clears the scroll positions since {@link recordScroll} or the last call. */
export function takeScrollPositions(page: Page): Promise<number[]> {
  return page.evaluate<number[]>('places.splice(0)')
}

/** Waits until focus has moved to the content after navigation. */
export async function waitUntilArrived(page: Page): Promise<void> {
  await page.locator('#content:focus').waitFor()
}

/** Waits until React has hydrated all given sections. */
export async function waitUntilHydrated(page: Page, sections = 'main section'): Promise<void> {
  // React adds internal properties to hydrated nodes; there is no public indicator.
  const sleeping = `[...document.querySelectorAll(${JSON.stringify(sections)})]
    .filter((section) => !Object.keys(section).some((key) => key.startsWith('__react'))).length`
  await expect
    .poll(() => page.evaluate<number>(sleeping), { timeout: 30_000, message: `not hydrated of ${sections}` })
    .toBe(0)
}
