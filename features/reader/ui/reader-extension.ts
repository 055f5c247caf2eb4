import type { ComponentType } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { TextLine } from '#features/reader/contract.ts'

/** A part beside the pages, opened by a button of the toolbar. */
export type ReaderPanel = {
  /** Unique; `store.togglePanel(id)` opens it from anywhere. */
  id: string
  label: string
  Icon: LucideIcon
  /** Rendered while open; lazily loaded so that it does not delay the first page. */
  Panel: ComponentType
}

/** Props of a page overlay; `lines` is empty until the page's text is loaded. */
export type PageOverlayProps = { page: number; lines: readonly TextLine[] }
