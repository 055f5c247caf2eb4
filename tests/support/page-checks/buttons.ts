import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Timeout for the effect of a button, in milliseconds. */
const patienceMs = 20_000

/**
 * Clicks every button of a page and finds those without effect. Use it last, since it changes the page.
 *
 * @param options.without Selectors of parts to skip.
 * @param options.waitMs Timeout per button, in milliseconds.
 */
export async function findDeadButtons(
  page: Page,
  { without = [], waitMs = patienceMs }: { without?: string[]; waitMs?: number } = {},
): Promise<string[]> {
  const dead: string[] = []
  // The dots of a carousel have their own test: all but one are out of the way of Tab, and that one shows what is shown
  // already. So have the tools of an open book, many of which show that they are on already.
  const passed = [
    '[aria-current]',
    '[tabindex="-1"]',
    'dialog *',
    '[data-reader] *',
    ...without.map((part) => `${part} *`),
  ]
  const buttons = page.locator(`button:enabled:not(${passed.join(', ')})`).filter({ visible: true })
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index)
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    const opensDialog = (await button.getAttribute('aria-haspopup')) === 'dialog'
    await page.evaluate(watchForChange(waitMs))
    await button.click()
    if (!(await page.evaluate<boolean>('changed'))) dead.push(name)
    // A panel that loads late would open after Escape and cover the next button.
    if (opensDialog) await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    if (opensDialog) await expect.poll(() => page.locator('dialog[open]').count(), { timeout: 20_000 }).toBe(0)
  }
  return dead
}

const watchForChange = (waitMs: number) => `changed = new Promise((resolve) => {
  new MutationObserver(() => resolve(true)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  // The browser itself says what is still missing in a form.
  addEventListener('invalid', () => resolve(true), true)
  // And it opens what a button names without a trace in the document.
  addEventListener('toggle', () => resolve(true), true)
  setTimeout(() => resolve(false), ${waitMs})
}); undefined`
