let wanted: Element | undefined

/**
 * Scrolls an element into view at once. A running smooth scroll, such as one started by Tab, is stopped, because it
 * would scroll away again; since it advances by another frame, this repeats in the next frames. The last call wins.
 *
 * @param element Element; `scroll-padding` of the page and its own `scroll-margin` keep it clear of fixed bars.
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
 * Focuses an element near the one that was pressed. A keyboard sees where its focus goes; under a pointer the page
 * stays where it is.
 *
 * @param element Does nothing without one.
 */
export function focusAsSeen(element: HTMLElement | null | undefined): void {
  if (!element) return
  element.focus({ preventScroll: true })
  if (element.matches(':focus-visible')) bringIntoView(element)
}

/**
 * Focuses an element and scrolls it into view. `focus` alone may leave scrolling to a running smooth scroll, and does
 * nothing if the element has the focus already.
 *
 * @param element Does nothing without one.
 */
export function focusInView(element: HTMLElement | null | undefined): void {
  if (!element) return
  element.focus({ preventScroll: true })
  bringIntoView(element)
}
