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
  // The dots of a carousel have a separate test: most of them are not tab stops, and the one that is shows the current
  // slide. The same holds for the tools of an open book, many of which are toggles that are on.
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
  // The browser itself reports missing input in a form.
  addEventListener('invalid', () => resolve(true), true)
  // The browser opens the target of a button without a change in the document.
  addEventListener('toggle', () => resolve(true), true)
  setTimeout(() => resolve(false), ${waitMs})
}); undefined`
