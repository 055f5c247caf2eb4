import { onTestFinished } from 'vitest'
import { openPlainVisitor, type Typed } from './plain-visitor.ts'
import type { SharedTestSite } from './shared-site.ts'

/**
 * Has the owner press a button of a page when the test is over, however it ends, where the button is there then. Called
 * before a test changes what others see, so that one that fails halfway leaves nothing behind.
 *
 * @param fields What is typed into the form of the button before.
 */
export function pressAfterTest(site: SharedTestSite, path: string, button: string, fields: Typed = {}): void {
  onTestFinished(async () => {
    const owner = openPlainVisitor(site, await site.ownerCookie())
    await owner.get(path)
    if (owner.offers(button)) await owner.press(button, fields)
  })
}
