import type { ReaderStore } from '../reader-store.ts'

/**
 * Goes to a place in the book. A sheet on a small screen lies over the pages: it closes, and the pages take the keys.
 */
export function goTo(store: ReaderStore, page: number, line?: number): void {
  store.scrollTo(page, line)
  if (matchMedia('(width >= 48rem)').matches) return
  store.closePanel()
  document.querySelector<HTMLElement>('[data-pages]')?.focus({ preventScroll: true })
}
