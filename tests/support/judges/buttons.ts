import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Presses every button of a page and finds those that do nothing. It leaves the page as the presses left it: the last thing to do on a visit.
 *
 * @param pressed Buttons of pages before, by their name and look; one like them is not pressed again.
 */
export async function findDeadButtons(page: Page, pressed: Set<string>): Promise<string[]> {
  const dead: string[] = []
  // The dots of a carousel have their own test: all but one are out of the way of Tab, and that one shows what is shown already.
  // So have the tools of an open book, many of which show that they are on already.
  const buttons = page.locator('button:enabled:not([aria-current], [tabindex="-1"], dialog *, [data-reader] *)').filter({ visible: true })
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index)
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    const opensDialog = (await button.getAttribute('aria-haspopup')) === 'dialog'
    const kind = `${name} ${await button.getAttribute('class')}`
    if (pressed.has(kind)) continue
    pressed.add(kind)
    await page.evaluate(watchForChange)
    await button.click()
    if (!(await page.evaluate<boolean>('changed'))) dead.push(name)
    // A panel whose script is still on its way would open after the Escape, over the next button.
    if (opensDialog) await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    if (opensDialog) await expect.poll(() => page.locator('dialog[open]').count(), { timeout: 20_000 }).toBe(0)
  }
  return dead
}

const watchForChange = `changed = new Promise((resolve) => {
  new MutationObserver(() => resolve(true)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  // The browser itself says what is still missing in a form.
  addEventListener('invalid', () => resolve(true), true)
  // And it opens what a button names without a trace in the document.
  addEventListener('toggle', () => resolve(true), true)
  setTimeout(() => resolve(false), 20000)
}); undefined`
