import type { ComponentType } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { TextLine } from '#features/reader/contract.ts'

/** A panel beside the pages, opened by a toolbar button. */
export type ReaderPanel = {
  /** Unique id, also of its labels in the catalogue; `store.togglePanel(id)` opens the panel. */
  id: 'contents' | 'thumbnails' | 'search' | 'notes'
  Icon: LucideIcon
  /** Rendered while open; lazily loaded so that it does not delay the first page. */
  Panel: ComponentType
}

/** Props of a page overlay; `lines` is empty until the page's text is loaded. */
export type PageOverlayProps = { page: number; lines: readonly TextLine[] }
