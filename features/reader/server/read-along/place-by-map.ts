import type { TextLine } from '#features/reader/contract.ts'
import { type NarratedChapter, placeParagraphs, type Placement } from './place-paragraphs.ts'
import type { Slices } from './slices.ts'

/**
 * Finds what is read aloud, each chapter only on the pages the owner's page map gives it: from its first page to the
 * one on which the next mapped chapter begins. Chapters the map does not name are looked for beside the one before
 * them. A chapter of which nothing is written down is known by its pages alone.
 *
 * @yields Where others may come in between.
 */
export function* placeByMap(
  chapters: readonly NarratedChapter[],
  pages: readonly (readonly TextLine[])[],
): Slices<Placement> {
  const whole: Placement = { chapters: [], placed: 0, spoken: 0 }
  for (const { from, to, part } of partsOf(chapters, pages.length)) {
    const heard = part.filter(({ paragraphs }) => paragraphs.length > 0)
    // Blank pages keep the numbers of the others.
    const own = pages.map((lines, index) => (index + 1 >= from && index + 1 <= to ? lines : []))
    const { placed, spoken, chapters: found } = yield* placeParagraphs(heard, own)
    whole.placed += placed
    whole.spoken += spoken
    for (const { file, firstPage } of part) {
      const place = found.find((one) => one.file === file)
      if (place) whole.chapters.push(place)
      else if (firstPage !== undefined && firstPage <= pages.length) {
        whole.chapters.push({ file, firstPage, lastPage: Math.max(firstPage, to), paragraphs: [] })
      }
    }
  }
  return whole
}

type Part = { from: number; to: number; part: NarratedChapter[] }

function partsOf(chapters: readonly NarratedChapter[], pageCount: number): Part[] {
  const parts: Part[] = []
  for (const chapter of chapters) {
    const last = parts.at(-1)
    const { firstPage } = chapter
    if (last && firstPage === undefined) {
      last.part.push(chapter)
      continue
    }
    const from = firstPage ?? 1
    // It may begin in the middle of a page, so that page is the end of the chapter before as well.
    if (last && from >= last.from) last.to = Math.min(from, pageCount)
    parts.push({ from, to: pageCount, part: [chapter] })
  }
  return parts
}
