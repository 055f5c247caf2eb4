import { LayoutGrid, ListTree, NotebookPen, Search } from 'lucide-react'
import { useOnline } from '#ui/use-online.ts'
import { lazyPart } from './lazy-with-retry.ts'
import type { ReaderPanel } from './reader-extension.ts'
import { ContentsPanel, NotesPanel, SearchPanel, ThumbnailsPanel } from './panels/lazy-panels.ts'
import { useReader } from './reader-context.tsx'

/** Panels in the toolbar's order. */
export const panels: readonly ReaderPanel[] = [
  { id: 'contents', label: 'Contents', Icon: ListTree, Panel: ContentsPanel },
  { id: 'thumbnails', label: 'Thumbnails', Icon: LayoutGrid, Panel: ThumbnailsPanel },
  { id: 'search', label: 'Search', Icon: Search, Panel: SearchPanel },
  { id: 'notes', label: 'Notes', Icon: NotebookPen, Panel: NotesPanel },
]

/** The first page is on the screen before anything else is fetched, in milliseconds after it was decoded. */
const afterFirstPageMs = 150

const load = async () => {
  await new Promise((resolve) => setTimeout(resolve, afterFirstPageMs))
  return import('./lazy-extensions.tsx')
}

/** Rendered inside every page on the screen, over its image and under its words. */
export const PageOverlays = lazyPart(async () => (await load()).PageOverlays)

/** Small parts at the end of the toolbar. */
export const ToolbarParts = lazyPart(async () => (await load()).ToolbarParts)

/** Lets the pages follow the voice, by name. */
export const FollowSwitch = lazyPart(async () => (await load()).FollowSwitch)

/** Rendered under the pages. */
export const OfflineStatus = lazyPart(async () => (await load()).OfflineStatus)

/**
 * Whether the lazy parts above are to be there: once a page has come, so that none of them delays it, or when there is
 * no connection, which is for them to tell.
 */
export function useCompanionsDue(): boolean {
  const isOpen = useReader((state) => state.loadedPages > 0)
  const isOnline = useOnline()
  return isOpen || !isOnline
}
