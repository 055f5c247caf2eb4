import type { Locator, Page } from 'playwright-core'
import type { PageOptions, TestBrowser } from './browser.ts'

const slowly = { timeout: 20_000 }

/**
 * Opens a book in the reader with its first page visible.
 *
 * @param search Query of the URL, such as `?page=9`; without it, the book is loaded with its button.
 */
export async function openBook(
  browser: Pick<TestBrowser, 'newPage'>,
  book: string,
  search = '',
  options?: PageOptions,
): Promise<Page> {
  const page = await browser.newPage(options)
  await page.goto(`/book/${book}/read${search}`)
  if (!search) await page.getByRole('button', { name: 'Load Book' }).click()
  await page.locator('[data-page] canvas[data-there=true]').first().waitFor(slowly)
  return page
}

/**
 *
 * @param name Name of the panel and its button, such as `Contents`.
 */
export async function openPanel(page: Page, name: string): Promise<Locator> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name }).click()
  return page.getByRole('complementary', { name })
}

/** Locates the page indicator. */
export const pageLine = (page: Page): Locator => page.getByText(/^Page \d+ of \d+$/)
