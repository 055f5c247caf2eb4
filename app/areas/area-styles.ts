import { createContext, use, useContext } from 'react'
import { useMatches } from 'react-router'
import { needsDocument, type PageArea, type PageHandle } from '#shared/page-handle.ts'

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

/** Area of the page that was loaded as a document. */
let documentArea: PageArea | undefined

// The page contains the sheet of its own area. It is stored, because an error page re-renders the head.
if (!import.meta.env.SSR) {
  const style = document.querySelector<HTMLStyleElement>('style[data-area]')
  if (style) {
    documentArea = style.dataset.area as PageArea
    loaded.set(documentArea, style.textContent)
  }
}

/**
 * Returns the area of the current page and its style sheet. Navigation to another area suspends until its sheet is
 * loaded, or the page as a document where its content security policy differs; the previous page stays visible because
 * the router navigates in transitions.
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
  const sheet =
    documentArea && needsDocument(documentArea, area)
      ? loadDocument()
      : sheets[area]().then(({ default: styles }) => {
          loaded.set(area, styles)
          return styles
        }, loadDocument)
  pending.set(area, sheet)
  return sheet
}

/** Loads the page as a document, which brings its policy and styles. The address is already that of the new page. */
function loadDocument(): Promise<never> {
  location.reload()
  return new Promise<never>(() => {})
}
