import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityErrors } from './page-checks/accessibility.ts'
import { findOverflow } from './page-checks/layout.ts'

/**
 * Fails the test, and lets it go on, where the page breaks a rule of accessibility. For states that no plain visit
 * shows, such as an open dialog or a filled list; the site sweep judges every page as it opens.
 *
 * @param where Named with what was found.
 * @param part Only within this selector, such as `dialog[open]`.
 */
export async function checkAccessibility(page: Page, where: string, part?: string): Promise<void> {
  expect.soft(await findAccessibilityErrors(page, part === undefined ? {} : { part }), where).toEqual([])
}

/** As {@link checkAccessibility}, and where the page is wider than its window. */
export async function checkPage(page: Page, where: string): Promise<void> {
  await checkAccessibility(page, where)
  expect.soft(await findOverflow(page), `${where} is too wide`).toEqual([])
}
