import { onTestFinished } from 'vitest'
import { openPlainVisitor, type Typed } from './plain-visitor.ts'
import type { SharedTestSite } from './shared-site.ts'

/**
 * Clicks a button as the owner when the test ends, if the button exists. Call it before the test changes shared state,
 * so that a failed test cleans up, too.
 *
 * @param fields Form values.
 */
export function pressAfterTest(site: SharedTestSite, path: string, button: string, fields: Typed = {}): void {
  onTestFinished(async () => {
    const owner = openPlainVisitor(site, await site.ownerCookie())
    await owner.get(path)
    if (owner.offers(button)) await owner.press(button, fields)
  })
}
