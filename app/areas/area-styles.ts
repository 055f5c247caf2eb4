import { createContext, use, useContext } from 'react'
import { useMatches } from 'react-router'
import type { PageArea, PageHandle } from '#shared/page-handle.ts'

/** Style sheets of all areas, on the server only. */
export const AreaSheets = createContext<Record<PageArea, string> | undefined>(undefined)

const sheets: Record<PageArea, () => Promise<{ default: string }>> = {
  public: () => import('./public.css?inline'),
  reader: () => import('./reader.css?inline'),
  owner: () => import('./owner.css?inline'),
  newsletter: () => import('./newsletter.css?inline'),
  dev: () => import('./dev.css?inline'),
}

const loaded = new Map<PageArea, string>()
const pending = new Map<PageArea, Promise<string>>()

// The page contains the sheet of its own area. It is stored, because an error page re-renders the head.
if (!import.meta.env.SSR) {
  const style = document.querySelector<HTMLStyleElement>('style[data-area]')
  if (style) loaded.set(style.dataset.area as PageArea, style.textContent)
}

/**
 * Returns the area of the current page and its style sheet. Navigation to another area suspends until its sheet is
 * loaded; the previous page stays visible because the router navigates in transitions.
 */
export function useAreaStyles(): { area: PageArea; styles: string } {
  const all = useContext(AreaSheets)
  const matches = useMatches()
  const area = matches.reduce<PageArea>(
    (outer, { handle }) => (handle as PageHandle | undefined)?.area ?? outer,
    'public',
  )
  return { area, styles: all?.[area] ?? loaded.get(area) ?? use(load(area)) }
}

function load(area: PageArea): Promise<string> {
  const known = pending.get(area)
  if (known) return known
  const sheet = sheets[area]().then(
    ({ default: styles }) => {
      loaded.set(area, styles)
      return styles
    },
    // The address is already the new page's: a document request brings its styles, or an error page.
    () => {
      location.reload()
      return new Promise<never>(() => {})
    },
  )
  pending.set(area, sheet)
  return sheet
}
