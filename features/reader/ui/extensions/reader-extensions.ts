import type { ComponentType } from 'react'
import { LayoutGrid, ListTree, type LucideIcon, NotebookPen, Search } from 'lucide-react'
import { useOnline } from '#ui/use-online.ts'
import { lazyWithRetry } from './lazy-with-retry.ts'
import { ContentsPanel, NotesPanel, SearchPanel, ThumbnailsPanel } from './lazy-panels.ts'
import { useReader } from '../state/reader-context.tsx'

/** A panel beside the pages, opened by a toolbar button. */
type ReaderPanel = {
  /** Unique id, also of its labels in the catalogue; `store.togglePanel(id)` opens the panel. */
  id: 'contents' | 'thumbnails' | 'search' | 'notes'
  Icon: LucideIcon
  /** Rendered while open; lazily loaded so that it does not delay the first page. */
  Panel: ComponentType
}

/** Panels in toolbar order. */
export const panels: readonly ReaderPanel[] = [
  { id: 'contents', Icon: ListTree, Panel: ContentsPanel },
  { id: 'thumbnails', Icon: LayoutGrid, Panel: ThumbnailsPanel },
  { id: 'search', Icon: Search, Panel: SearchPanel },
  { id: 'notes', Icon: NotebookPen, Panel: NotesPanel },
]

/** Delay in milliseconds after the first page is decoded, before anything else is fetched. */
const afterFirstPageMs = 150

const load = async () => {
  await new Promise((resolve) => setTimeout(resolve, afterFirstPageMs))
  return import('./lazy-extensions.tsx')
}

/** Rendered inside every visible page, over its image and below its text. */
export const PageOverlays = lazyWithRetry(async () => (await load()).PageOverlays)

/** Small controls at the end of the toolbar. */
export const ToolbarExtras = lazyWithRetry(async () => (await load()).ToolbarExtras)

/** Labeled switch for following the narration. */
export const FollowSwitch = lazyWithRetry(async () => (await load()).FollowSwitch)

/** Rendered below the pages. */
export const OfflineStatus = lazyWithRetry(async () => (await load()).OfflineStatus)

/**
 * Returns whether the lazy components above should load: once a page is shown, so that none delays it, or when
 * offline, so that they can report it.
 */
export function useExtensionsReady(): boolean {
  const isOpen = useReader((state) => state.loadedPages > 0)
  const isOnline = useOnline()
  return isOpen || !isOnline
}
