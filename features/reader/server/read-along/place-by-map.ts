import type { TextLine } from '#features/reader/contract.ts'
import { type NarratedChapter, placeParagraphs, type Placement } from './place-paragraphs.ts'
import type { Slices } from './slices.ts'

/**
 * Places narrated chapters on the pages the owner's page map gives them: from the first page to the one on which the
 * next mapped chapter begins. Unmapped chapters are searched together with the one before them. A chapter without
 * timed text is placed by its pages alone.
 *
 * @yields To let other work run.
 */
export function* placeByMap(
  chapters: readonly NarratedChapter[],
  pages: readonly (readonly TextLine[])[],
): Slices<Placement> {
  const whole: Placement = { chapters: [], placed: 0, spoken: 0 }
  for (const { from, to, part } of partsOf(chapters, pages.length)) {
    const narrated = part.filter(({ paragraphs }) => paragraphs.length > 0)
    // Blank pages preserve the page numbers of the others.
    const own = pages.map((lines, index) => (index + 1 >= from && index + 1 <= to ? lines : []))
    const { placed, spoken, chapters: found } = yield* placeParagraphs(narrated, own)
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
    // A chapter may begin in the middle of a page, which is then also the end of the one before.
    if (last && from >= last.from) last.to = Math.min(from, pageCount)
    parts.push({ from, to: pageCount, part: [chapter] })
  }
  return parts
}
