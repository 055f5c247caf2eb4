import type { PageText, ReadAlong } from '#features/reader/contract.ts'
import { placeByMap } from './place-by-map.ts'
import type { NarratedChapter, Placement } from './place-paragraphs.ts'
import { runSlices } from './slices.ts'

/** What is needed of an edition: its name, its length, and whatever the pages are read by. */
type Edition = { name: string; pageCount: number }

type Parts<E extends Edition> = {
  /** @returns Nothing for a book whose recordings cannot be followed; the same array until that changes. */
  narrationOf(bookId: string): readonly NarratedChapter[]
  /** @throws AppError as the editions do. */
  findEdition(bookId: string): Promise<E>
  readText(edition: E, page: number): Promise<PageText>
  /** Told once an edition. */
  onPlaced?(bookId: string, placement: Placement): void
}

/** The map of a book's recordings, whole: what of it a visitor may have is decided by the route. */
export type FindReadAlong = (bookId: string) => Promise<ReadAlong>

/** Pages asked for at a time; readers come first. */
const pagesAtOnce = 8

/**
 * Makes the map of an edition when it is first asked for, and keeps it until the book has another edition or other
 * recordings.
 */
export function createReadAlong<E extends Edition>({
  narrationOf,
  findEdition,
  readText,
  onPlaced,
}: Parts<E>): FindReadAlong {
  const made = new Map<string, { name: string; narration: readonly NarratedChapter[]; readAlong: Promise<ReadAlong> }>()

  async function make(bookId: string, edition: E, narration: readonly NarratedChapter[]): Promise<ReadAlong> {
    const pages: PageText['lines'][] = []
    for (let from = 1; from <= edition.pageCount; from += pagesAtOnce) {
      const numbers = Array.from(
        { length: Math.min(pagesAtOnce, edition.pageCount - from + 1) },
        (_, index) => from + index,
      )
      const texts = await Promise.all(numbers.map((page) => readText(edition, page)))
      pages.push(...texts.map(({ lines }) => lines))
    }
    const placement = await runSlices(placeByMap(narration, pages))
    onPlaced?.(bookId, placement)
    return { edition: edition.name, chapters: placement.chapters }
  }

  return async (bookId) => {
    const edition = await findEdition(bookId)
    const narration = narrationOf(bookId)
    if (narration.length === 0) return { edition: edition.name, chapters: [] }
    const known = made.get(bookId)
    if (known?.name === edition.name && known.narration === narration) return known.readAlong
    const readAlong = make(bookId, edition, narration)
    made.set(bookId, { name: edition.name, narration, readAlong })
    readAlong.catch(() => made.get(bookId)?.readAlong === readAlong && made.delete(bookId))
    return readAlong
  }
}

/** The part of a map that stands on pages 1 to `readablePages`. */
export function readablePart({ edition, chapters }: ReadAlong, readablePages: number): ReadAlong {
  return {
    edition,
    chapters: chapters.flatMap(({ paragraphs, firstPage, lastPage, file }) => {
      const open = paragraphs.filter(({ page }) => page <= readablePages)
      // Of a chapter that is known by its pages alone there is only its beginning to tell.
      const isOpen = open.length > 0 || (paragraphs.length === 0 && firstPage <= readablePages)
      return !isOpen ? [] : [{ file, firstPage, lastPage: Math.min(lastPage, readablePages), paragraphs: open }]
    }),
  }
}
