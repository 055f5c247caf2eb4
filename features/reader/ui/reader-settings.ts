export type Zoom = 'auto' | 'width' | 'page' | number

/**
 * How somebody likes to read, remembered on the device for all books.
 *
 * `zoom`: `auto` fits the width up to a comfortable page, `width` and `page` fit all of it; a number is the size, 1 as
 * printed.
 */
export type ReaderSettings = {
  view: 'scroll' | 'page'
  zoom: Zoom
  theme: 'day' | 'sepia' | 'night'
  /** What `zoom` becomes with each view. */
  zooms: { scroll: Zoom; page: Zoom }
}

/** Pages below each other are read by their width; a page that stands alone is seen whole. */
export const firstSettings: ReaderSettings = {
  view: 'scroll',
  zoom: 'auto',
  theme: 'day',
  zooms: { scroll: 'auto', page: 'page' },
}

const storageName = 'swade.reader'

/** @returns What was chosen once and still makes sense; otherwise {@link firstSettings}. */
export function readSettings(): ReaderSettings {
  const { view: firstView, theme: firstTheme, zooms: first } = firstSettings
  try {
    const {
      view: keptView,
      theme,
      zooms,
    } = JSON.parse(localStorage.getItem(storageName) ?? '{}') as Record<string, unknown>
    const view = keptView === 'scroll' || keptView === 'page' ? keptView : firstView
    const kept = Object(zooms) as Record<string, unknown>
    const known = {
      scroll: isZoom(kept['scroll']) ? kept['scroll'] : first.scroll,
      page: isZoom(kept['page']) ? kept['page'] : first.page,
    }
    return {
      view,
      zoom: known[view],
      zooms: known,
      theme: theme === 'day' || theme === 'sepia' || theme === 'night' ? theme : firstTheme,
    }
  } catch {
    return firstSettings
  }
}

const isZoom = (zoom: unknown): zoom is Zoom =>
  zoom === 'auto' || zoom === 'width' || zoom === 'page' || (typeof zoom === 'number' && zoom >= 0.25 && zoom <= 5)

export function keepSettings({ view, theme, zooms }: ReaderSettings): void {
  try {
    localStorage.setItem(storageName, JSON.stringify({ view, theme, zooms }))
  } catch {
    // Where nothing may be kept, it holds for this page.
  }
}
