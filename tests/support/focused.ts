import type { Page } from 'playwright-core'

/**
 * What the keys would act on: the label, else the words, of the element with the focus. `nothing` where it is lost, and
 * `out of sight` where it stands beyond the window or beneath what is fixed at its edges.
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
