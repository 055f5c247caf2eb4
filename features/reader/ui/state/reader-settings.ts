export type Zoom = 'auto' | 'width' | 'page' | number

/**
 * Reading preferences on this device, for all books.
 *
 * `zoom`: `auto` fits the width up to a comfortable size, `width` and `page` fit all of it; a number is a factor, 1
 * as printed.
 */
export type ReaderSettings = {
  view: 'scroll' | 'page'
  zoom: Zoom
  theme: 'day' | 'sepia' | 'night'
  /** Zoom of each view. */
  zooms: { scroll: Zoom; page: Zoom }
}

/** Scroll View fits the width; Page View shows the whole page. */
export const defaultSettings: ReaderSettings = {
  view: 'scroll',
  zoom: 'auto',
  theme: 'day',
  zooms: { scroll: 'auto', page: 'page' },
}

const storageName = 'swade.reader'

/** @returns The saved settings if valid; otherwise {@link defaultSettings}. */
export function loadSettings(): ReaderSettings {
  const { view: firstView, theme: firstTheme, zooms: first } = defaultSettings
  try {
    const {
      view: keptView,
      theme,
      zooms,
    } = JSON.parse(localStorage.getItem(storageName) ?? '{}') as Record<string, unknown>
    const view = keptView === 'scroll' || keptView === 'page' ? keptView : firstView
    const saved = Object(zooms) as Record<string, unknown>
    const zoomsByView = {
      scroll: isZoom(saved['scroll']) ? saved['scroll'] : first.scroll,
      page: isZoom(saved['page']) ? saved['page'] : first.page,
    }
    return {
      view,
      zoom: zoomsByView[view],
      zooms: zoomsByView,
      theme: theme === 'day' || theme === 'sepia' || theme === 'night' ? theme : firstTheme,
    }
  } catch {
    return defaultSettings
  }
}

const isZoom = (zoom: unknown): zoom is Zoom =>
  zoom === 'auto' || zoom === 'width' || zoom === 'page' || (typeof zoom === 'number' && zoom >= 0.25 && zoom <= 5)

export function saveSettings({ view, theme, zooms }: ReaderSettings): void {
  try {
    localStorage.setItem(storageName, JSON.stringify({ view, theme, zooms }))
  } catch {
    // Without storage the settings apply to this page only.
  }
}
