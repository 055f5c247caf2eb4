import { createContext, use, useContext } from 'react'
import { useMatches } from 'react-router'
import type { PageArea, PageHandle } from '#shared/page-handle.ts'

/** The style sheets of all areas, on the server; in the browser there is none of this. */
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

// The page brought the sheet of its own area. It is kept, because the head is made anew when an error page takes over.
if (!import.meta.env.SSR) {
  const style = document.querySelector<HTMLStyleElement>('style[data-area]')
  if (style) loaded.set(style.dataset.area as PageArea, style.textContent)
}

/**
 * The area of the page that is shown, and its style sheet. On the way into another area it suspends until that one's
 * sheet is there: the router changes pages in transitions, so the page before stays meanwhile.
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
    // The address is the new page's already: asked for as a document, it brings its styles along, or says why it
    // cannot.
    () => {
      location.reload()
      return new Promise<never>(() => {})
    },
  )
  pending.set(area, sheet)
  return sheet
}
