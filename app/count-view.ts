let isFirst = true

/**
 * Reports that a page is shown, for the statistic of the owner. Sends the path, and for the first page of a visit where
 * it came from; stores nothing. Browsers that are operated by a program report nothing.
 */
export function countView(path: string): void {
  if (navigator.webdriver) return
  // A page can be rendered in advance and never be shown.
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', () => countView(path), { once: true })
    return
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isArrival = isFirst && entry?.type !== 'reload' && entry?.type !== 'back_forward'
  isFirst = false
  const view = { path, ...(isArrival ? { isArrival, referrer: document.referrer, search: location.search } : {}) }
  // A failure counts one view less, which nobody needs to know.
  navigator.sendBeacon('/api/views', new Blob([JSON.stringify(view)], { type: 'application/json' }))
}
