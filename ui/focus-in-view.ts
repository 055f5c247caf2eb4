let wanted: Element | undefined

/**
 * Brings something into sight at once. A smooth scroll may be under way, such as the one that Tab began a moment ago:
 * it is ended, since it would take the page away again, and as it has gone on by a frame by then, this looks again in
 * the next ones. The last asked for wins.
 *
 * @param element Stands clear of what covers the edges by the `scroll-padding` of the page and its own `scroll-margin`.
 */
export function bringIntoView(element: Element): void {
  wanted = element
  const show = () => {
    if (wanted === element) element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }
  scrollTo({ top: scrollY, behavior: 'instant' })
  show()
  requestAnimationFrame(() => {
    show()
    requestAnimationFrame(show)
  })
}

/**
 * Gives the focus to what a script chose, and brings it into sight: by itself, `focus` may leave it to a smooth scroll
 * that is under way, and does nothing for what has the focus already.
 *
 * @param element Nothing happens without one.
 */
export function focusInView(element: HTMLElement | null | undefined): void {
  if (!element) return
  element.focus({ preventScroll: true })
  bringIntoView(element)
}
