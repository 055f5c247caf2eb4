import type { Page } from 'playwright-core'

/**
 * Pauses the requests for data that a page sends after an action, as on a slow connection.
 *
 * @returns `requested` resolves at the first such request; `resume` lets all of them continue.
 */
export async function pauseLoading(page: Page): Promise<{ requested: Promise<void>; resume(): void }> {
  const [first, paused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') {
      first.resolve()
      await paused.promise
    }
    await route.continue()
  })
  return { requested: first.promise, resume: paused.resolve }
}
