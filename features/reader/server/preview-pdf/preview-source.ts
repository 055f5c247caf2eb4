import type { OutlineEntry } from '#platform/pdf/pdf-jobs.ts'
import type { TextLine } from '#features/reader/contract.ts'

/** A picture of a page: pixels of few colours (grey or red, green, blue), or a finished JPEG. */
export type PagePicture =
  | { kind: 'pixels'; width: number; height: number; channels: number; pixels: Uint8Array }
  | { kind: 'jpeg'; bytes: Uint8Array }

/**
 * An open page as it is known from its image and its text; nothing of the book's own PDF comes along. Sizes are in
 * points.
 */
export type PreviewPage = { width: number; height: number; picture: PagePicture; lines: TextLine[] }

/** Everything a preview is made of. `outline` holds entries that lead to open pages only. */
export type PreviewSource = {
  title: string
  author: string
  totalPages: number
  pages: PreviewPage[]
  outline: OutlineEntry[]
}
