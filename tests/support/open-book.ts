import type { Locator, Page } from 'playwright-core'
import type { PageOptions, TestBrowser } from './browser.ts'

const slowly = { timeout: 20_000 }

/**
 * A book open in the reader, its first page in sight.
 *
 * @param search Of the address, such as `?page=9`; without one the
 * book is loaded by its button.
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

/** @param name Of the panel and its button, such as `Contents`. */
export async function openPanel(page: Page, name: string): Promise<Locator> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name }).click()
  return page.getByRole('complementary', { name })
}

/** Says which page is being read. */
export const pageLine = (page: Page): Locator => page.getByText(/^Page \d+ of \d+$/)
