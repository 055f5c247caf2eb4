import { textForm } from '#features/reader/paths.ts'
import type { TextPosition } from '../line-boxes.ts'

/** A text passage of one page: its position, its text and its context. */
export type Passage = {
  page: number
  start: TextPosition
  end: TextPosition
  quote: string
  /** Up to {@link contextLength} characters on either side, to distinguish equal passages. */
  before: string
  after: string
}

/** A bookmark or highlight. Times are ISO instants. */
export type Annotation = Passage & {
  id: string
  /**
   * A bookmark belongs to a page; its passage is the page's beginning, so that it can be located in a new edition.
   */
  kind: 'bookmark' | 'highlight'
  /** Empty if there is no note. */
  note: string
  /** Edition of `page`, `start` and `end`, as returned by {@link editionAsRead}. */
  edition: string
  /** True if the passage is missing from the readable pages of the current edition. */
  isMoved: boolean
  createdAt: string
}

/**
 * Returns an edition with its text format: another format counts lines and characters differently, so annotations are
 * located again.
 */
export const editionAsRead = (edition: string) => `${edition}/${textForm}`

export const contextLength = 40

/** Sorts by page and position, with bookmarks before the page's highlights. */
export function inReadingOrder(annotations: readonly Annotation[]): Annotation[] {
  return annotations.toSorted(
    (one, other) =>
      one.page - other.page ||
      Number(one.kind === 'highlight') - Number(other.kind === 'highlight') ||
      one.start.line - other.start.line ||
      one.start.offset - other.start.offset ||
      one.createdAt.localeCompare(other.createdAt),
  )
}
