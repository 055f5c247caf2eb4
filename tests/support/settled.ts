import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Waits until the page has stood at one place for twenty frames: a smooth scroll, or whoever sets it once more, is
 * over.
 */
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

/** Notes every place the page is scrolled to from now on. */
export async function recordScroll(page: Page): Promise<void> {
  await page.evaluate(
    'window.places = []; addEventListener("scroll", () => places.push(Math.round(scrollY))); undefined',
  )
}

/** Returns the places since {@link recordScroll} or the last call, in the order they were reached, and forgets them. */
export function takeScrollPositions(page: Page): Promise<number[]> {
  return page.evaluate<number[]>('places.splice(0)')
}

/** Waits until a page that a link led to has taken the focus: whatever gets it earlier loses it again. */
export async function waitUntilArrived(page: Page): Promise<void> {
  await page.locator('#content:focus').waitFor()
}

/**
 * Waits until React has hydrated every section on the page, or the ones given: what is pressed in them from then on is
 * answered by script.
 */
export async function waitUntilHydrated(page: Page, sections = 'main section'): Promise<void> {
  // React names its own properties on every node it has taken over; there is no public sign of it.
  const sleeping = `[...document.querySelectorAll(${JSON.stringify(sections)})]
    .filter((section) => !Object.keys(section).some((key) => key.startsWith('__react'))).length`
  await expect
    .poll(() => page.evaluate<number>(sleeping), { timeout: 30_000, message: `not hydrated of ${sections}` })
    .toBe(0)
}
