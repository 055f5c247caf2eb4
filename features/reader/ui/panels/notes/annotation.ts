import { textForm } from '#features/reader/paths.ts'
import type { TextPlace } from '../../view/line-boxes.ts'

/** Words of one page, as they were marked: where they stand, what they say, and what stood around them. */
export type Passage = {
  page: number
  start: TextPlace
  end: TextPlace
  quote: string
  /** Up to {@link contextLength} characters on either side; they tell two equal passages apart. */
  before: string
  after: string
}

/** What a reader left in a book. Times are ISO instants. */
export type Annotation = Passage & {
  id: string
  /** A bookmark belongs to a page; its passage is how the page begins, so that a new edition can be searched for it. */
  kind: 'bookmark' | 'highlight'
  /** Empty when there is none. */
  note: string
  /** The edition `page`, `start` and `end` were last true in, as {@link editionAsRead} has it. */
  edition: string
  /** The passage is in no readable page of the edition on the screen. */
  isMoved: boolean
  createdAt: string
}

/**
 * An edition with the way its text is read: another way counts lines and letters anew, so marks are looked for as in
 * another edition.
 */
export const editionAsRead = (edition: string) => `${edition}/${textForm}`

export const contextLength = 40

/** Reading order: by page, then by place, bookmarks before what is marked on their page. */
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
