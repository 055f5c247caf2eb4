import type { PageText, ReadAlong } from '#features/reader/contract.ts'
import { placeByMap } from './place-by-map.ts'
import type { NarratedChapter, Placement } from './place-paragraphs.ts'
import { runSlices } from './slices.ts'

/** The fields of an edition that are needed here. */
type Edition = { name: string; pageCount: number }

type ReadAlongDeps<E extends Edition> = {
  /** @returns An empty array for a book whose recordings cannot be followed; the same array until that changes. */
  narrationOf(bookId: string): readonly NarratedChapter[]
  /** @throws AppError as the editions do. */
  findEdition(bookId: string): Promise<E>
  readText(edition: E, page: number): Promise<PageText>
  /** Called once per edition. */
  onPlaced?(bookId: string, placement: Placement): void
}

/** Returns the complete map of a book's recordings; the route limits it to what a visitor may read. */
export type FindReadAlong = (bookId: string) => Promise<ReadAlong>

/** Pages requested at a time; requests of readers come first. */
const pagesAtOnce = 8

/** Creates the map of an edition on first request, and caches it until the edition or the recordings change. */
export function createReadAlong<E extends Edition>({
  narrationOf,
  findEdition,
  readText,
  onPlaced,
}: ReadAlongDeps<E>): FindReadAlong {
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

/** Returns the part of a map on pages 1 to `readablePages`. */
export function readablePart({ edition, chapters }: ReadAlong, readablePages: number): ReadAlong {
  return {
    edition,
    chapters: chapters.flatMap(({ paragraphs, firstPage, lastPage, file }) => {
      const open = paragraphs.filter(({ page }) => page <= readablePages)
      // A chapter that is placed by its pages alone has a beginning but no paragraphs.
      const isOpen = open.length > 0 || (paragraphs.length === 0 && firstPage <= readablePages)
      return !isOpen ? [] : [{ file, firstPage, lastPage: Math.min(lastPage, readablePages), paragraphs: open }]
    }),
  }
}
