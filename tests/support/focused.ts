import type { Page } from 'playwright-core'

/**
 * Returns the label or text of the focused element; `nothing` without focus, `out of sight` when it is outside of the
 * visible area.
 */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const one = document.activeElement
    if (!one || one === document.body) return 'nothing'
    const { top, bottom } = one.getBoundingClientRect()
    if (top < 64 || bottom > innerHeight - 64) return 'out of sight'
    return (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim()
  })()`)
}
