import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityErrors } from './page-checks/accessibility.ts'
import { findOverflow } from './page-checks/layout.ts'

/**
 * Checks accessibility with soft assertions, for states such as an open dialog or a filled list; the site sweep checks
 * every page after loading.
 *
 * @param where Context for failure messages.
 * @param part Limits the check to this selector, such as `dialog[open]`.
 */
export async function checkAccessibility(page: Page, where: string, part?: string): Promise<void> {
  expect.soft(await findAccessibilityErrors(page, part === undefined ? {} : { part }), where).toEqual([])
}

/** Checks accessibility and horizontal overflow. */
export async function checkPage(page: Page, where: string): Promise<void> {
  await checkAccessibility(page, where)
  expect.soft(await findOverflow(page), `${where} is too wide`).toEqual([])
}
