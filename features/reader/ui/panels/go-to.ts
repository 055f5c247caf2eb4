import type { ReaderStore } from '../state/reader-store.ts'

/**
 * Goes to a page and line. On small screens the panel covers the pages, so it closes and the pages take the focus.
 */
export function goTo(store: ReaderStore, page: number, line?: number): void {
  store.scrollTo(page, line)
  if (matchMedia('(width >= 48rem)').matches) return
  store.closePanel()
  document.querySelector<HTMLElement>('[data-pages]')?.focus({ preventScroll: true })
}
