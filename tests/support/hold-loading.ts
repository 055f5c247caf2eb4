import type { Page } from 'playwright-core'

/**
 * Holds the data that the page loads after a form was sent, as on a slow connection.
 *
 * @returns Resolve it to let the data come.
 */
export async function holdLoading(page: Page): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') await held.promise
    await route.continue()
  })
  return held
}
