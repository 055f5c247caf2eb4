import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** How long a button may take to do something, in milliseconds; far more than a busy machine needs. */
const patienceMs = 20_000

/**
 * Lets timers and frames of every page opened in `page` from now on be held while a button is judged: what a countdown or a carousel does
 * by itself is not what the button did. What the press itself set going goes on.
 */
export async function watchTimers(page: Page): Promise<void> {
  await page.addInitScript({ content: `(${makeHoldable.toString()})()` })
}

/**
 * Presses every button of a page and finds those that do nothing. It leaves the page as the presses left it: the last thing to do on a visit.
 * Needs {@link watchTimers}.
 *
 * @param options.without Selectors of parts of the page whose buttons are not pressed, and whose changes prove nothing.
 * @param options.waitMs How long a button may take, in milliseconds.
 */
export async function findDeadButtons(
  page: Page,
  { without = [], waitMs = patienceMs }: { without?: string[]; waitMs?: number } = {},
): Promise<string[]> {
  const dead: string[] = []
  // The dots of a carousel have their own test: all but one are out of the way of Tab, and that one shows what is shown already.
  // So have the tools of an open book, many of which show that they are on already.
  const passed = ['[aria-current]', '[tabindex="-1"]', 'dialog *', '[data-reader] *', ...without.map((part) => `${part} *`)]
  const buttons = page.locator(`button:enabled:not(${passed.join(', ')})`).filter({ visible: true })
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index)
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    const opensDialog = (await button.getAttribute('aria-haspopup')) === 'dialog'
    await page.evaluate(watchForChange(waitMs, without))
    await button.click()
    if (!(await page.evaluate<boolean>('changed.finally(timers.letGo)'))) dead.push(name)
    // A panel whose script is still on its way would open after the Escape, over the next button.
    if (opensDialog) await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    if (opensDialog) await expect.poll(() => page.locator('dialog[open]').count(), { timeout: 20_000 }).toBe(0)
  }
  return dead
}

const watchForChange = (waitMs: number, without: string[]) => `changed = new Promise((resolve) => {
  timers.hold()
  const isElsewhere = ({ target }) => (target.closest ? target : target.parentElement)?.closest(${JSON.stringify(without.join(', ') || 'none')})
  const watch = { subtree: true, childList: true, attributes: true, characterData: true }
  new MutationObserver((changes) => changes.every(isElsewhere) || resolve(true)).observe(document, watch)
  // The browser itself says what is still missing in a form.
  addEventListener('invalid', () => resolve(true), true)
  // And it opens what a button names without a trace in the document.
  addEventListener('toggle', () => resolve(true), true)
  setTimeout(() => resolve(false), ${waitMs})
}); undefined`

// Runs in the page before its own script.
function makeHoldable(): void {
  type Act = (...given: unknown[]) => unknown
  const world = globalThis as unknown as Record<string, (...given: unknown[]) => unknown> & { timers: object }
  const held = new Map<string, () => unknown>()
  let presses = 0
  let isHeld = false
  for (const [start, end] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
    ['requestAnimationFrame', 'cancelAnimationFrame'],
  ] as const) {
    const [begin, cancel] = [world[start]!.bind(globalThis), world[end]!.bind(globalThis)]
    world[start] = (act, ...rest) => {
      if (typeof act !== 'function') return begin(act, ...rest)
      const before = presses
      const id = begin(
        (...given: unknown[]) => {
          if (!isHeld || before === presses) return (act as Act)(...given)
          // An interval comes again by itself, and once is enough.
          held.set(`${start} ${String(id)}`, () => (act as Act)(...given))
          return undefined
        },
        ...rest,
      )
      return id
    }
    world[end] = (id) => {
      held.delete(`${start} ${String(id)}`)
      return cancel(id)
    }
  }
  world.timers = {
    hold() {
      presses += 1
      isHeld = true
    },
    letGo() {
      isHeld = false
      for (const [id, act] of held) {
        held.delete(id)
        act()
      }
    },
  }
}
