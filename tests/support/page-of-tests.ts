import type { Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import type { PersistentPage } from './browser.ts'

/**
 * Shares one page between tests of a file, which saves loading the scripts again. Every test navigates first, and only
 * the last one may end the session.
 *
 * @param open Opens the page for the first test that takes it.
 * @returns Takes the page for a test, in the size of its opening and without routes of earlier tests. `expected` are
 *   further patterns of expected errors for this test. Errors are checked after each test.
 */
export function pageOfTests(open: () => Promise<PersistentPage>): (expected?: RegExp[]) => Promise<Page> {
  let opened: PersistentPage | undefined
  let allowed: RegExp[] = []
  let lastAllowed: RegExp[] = []
  afterEach(async () => {
    await opened?.page.unrouteAll()
    opened?.assertNoErrors(allowed)
    lastAllowed = allowed
    allowed = []
  })
  afterAll(async () => {
    await opened?.close()
    opened?.assertNoErrors(lastAllowed)
  })
  let size: { width: number; height: number } | null = null
  return async (expected = []) => {
    allowed = expected
    if (!opened) {
      opened = await open()
      size = opened.page.viewportSize()
    } else if (size) await opened.page.setViewportSize(size)
    return opened.page
  }
}
