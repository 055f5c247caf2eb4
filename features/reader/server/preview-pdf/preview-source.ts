import type { OutlineEntry } from '#platform/pdf/pdf-jobs.ts'
import type { TextLine } from '#features/reader/contract.ts'

/** A page image: pixels of few colors (gray or red, green, blue), or a JPEG. */
export type PageImage =
  | { kind: 'pixels'; width: number; height: number; channels: number; pixels: Uint8Array }
  | { kind: 'jpeg'; bytes: Uint8Array }

/** A preview page made from its image and text, without parts of the book's own PDF. Sizes are in points. */
export type PreviewPage = { width: number; height: number; pageImage: PageImage; lines: TextLine[] }

/** Content of a preview. `outline` holds entries that lead to its pages only. */
export type PreviewSource = {
  title: string
  author: string
  totalPages: number
  pages: PreviewPage[]
  outline: OutlineEntry[]
}
