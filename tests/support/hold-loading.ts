import type { Page } from 'playwright-core'

/**
 * Holds the data that the page loads after a form was sent, as on a slow connection.
 *
 * @returns `isAsked` resolves when the page asks for the data, which comes after `release`.
 */
export async function holdLoading(page: Page): Promise<{ isAsked: Promise<void>; release(): void }> {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') {
      asked.resolve()
      await held.promise
    }
    await route.continue()
  })
  return { isAsked: asked.promise, release: held.resolve }
}
