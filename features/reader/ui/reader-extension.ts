import type { ComponentType } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { TextLine } from '#features/reader/contract.ts'

/** A part beside the pages, opened by a button of the toolbar. */
export type ReaderPanel = {
  /** Unique; `store.togglePanel(id)` opens it from anywhere. */
  id: string
  label: string
  Icon: LucideIcon
  /** Rendered while it is open; `React.lazy` keeps it out of the way of the first page. */
  Panel: ComponentType
}

/** What a part inside a page gets; `lines` is empty until the page's words have come. */
export type PageOverlayProps = { page: number; lines: readonly TextLine[] }
