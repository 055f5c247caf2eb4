import type { ReadAlong, TextLine } from '#features/reader/contract.ts'
import { alignLetters } from './align-letters.ts'
import { lettersOf } from './letters.ts'
import { printedLetters, type PrintedLetters } from './printed-letters.ts'
import type { Slices } from './slices.ts'

/** A narrated paragraph; seconds count from the start of its chapter's recording. */
type NarratedParagraph = { startSeconds: number; endSeconds: number; text: string }
/** A narrated chapter. `firstPage` comes from the owner's page map; without paragraphs its text is unknown. */
export type NarratedChapter = { file: string; firstPage?: number | undefined; paragraphs: readonly NarratedParagraph[] }

export type Placement = {
  chapters: ReadAlong['chapters']
  /** Number of paragraphs found on the pages, of all narrated ones. */
  placed: number
  spoken: number
}

type Piece = ReadAlong['chapters'][number]['paragraphs'][number]

/** Minimum shares of a paragraph, and of a line, that must be found. */
const minParagraphShare = 0.6
const minLineShare = 0.5

/**
 * Places narrated paragraphs on the printed pages. A paragraph across two pages becomes two pieces, with its time
 * divided by letters.
 *
 * @param pages Lines of page 1, 2 and so on.
 * @yields To let other work run.
 */
export function* placeParagraphs(
  chapters: readonly NarratedChapter[],
  pages: readonly (readonly TextLine[])[],
): Slices<Placement> {
  const located = yield* placeIn(chapters, yield* printedLetters(pages, 'given'))
  if (located.placed === located.spoken) return located
  const sight = yield* placeIn(chapters, yield* printedLetters(pages, 'sight'))
  return located.placed >= sight.placed ? located : sight
}

function* placeIn(chapters: readonly NarratedChapter[], printed: PrintedLetters): Slices<Placement> {
  const blocks = chapters.flatMap(({ file, paragraphs }) =>
    paragraphs.map((paragraph) => ({ file, paragraph, letters: lettersOf(paragraph.text), from: 0 })),
  )
  let length = 0
  for (const block of blocks) {
    block.from = length
    length += block.letters.length
  }
  const places = yield* alignLetters(blocks.map(({ letters }) => letters).join(''), printed.letters)
  yield* findShortOnes(blocks, places, printed.letters)

  const pieces = new Map(chapters.map(({ file }) => [file, [] as Piece[]]))
  let placed = 0
  for (const { file, paragraph, letters, from } of blocks) {
    yield
    const found = piecesOf(paragraph, places.subarray(from, from + letters.length), printed.lines)
    placed += found.length > 0 ? 1 : 0
    pieces.get(file)!.push(...found)
  }
  return {
    placed,
    spoken: blocks.length,
    chapters: [...pieces].flatMap(([file, paragraphs]) => spanOf(file, paragraphs)),
  }
}

function spanOf(file: string, paragraphs: Piece[]): ReadAlong['chapters'] {
  if (paragraphs.length === 0) return []
  const pages = paragraphs.map(({ page }) => page)
  return [{ file, firstPage: Math.min(...pages), lastPage: Math.max(...pages), paragraphs }]
}

/** A heading also appears in the contents and in footers: the nearest position before the following text is meant. */
function* findShortOnes(
  blocks: readonly { letters: string; from: number }[],
  places: Int32Array,
  printed: string,
): Slices<void> {
  let limit = printed.length
  for (const { letters, from } of blocks.toReversed()) {
    yield
    const own = places.subarray(from, from + letters.length)
    if (share(own) < minParagraphShare) {
      const before = places.subarray(0, from).findLast((place) => place >= 0) ?? -1
      const place = letters === '' ? -1 : printed.lastIndexOf(letters, limit - letters.length)
      own.fill(-1)
      if (place > before) own.forEach((_, index) => (own[index] = place + index))
    }
    limit = own.find((place) => place >= 0) ?? limit
  }
}

function share(places: Int32Array): number {
  return places.length === 0 ? 0 : places.reduce((sum, place) => sum + Number(place >= 0), 0) / places.length
}

/** Returns the runs of lines a paragraph covers, each with its share of the time. */
function piecesOf(
  { startSeconds, endSeconds }: NarratedParagraph,
  places: Int32Array,
  lines: PrintedLetters['lines'],
): Piece[] {
  if (share(places) < minParagraphShare) return []
  const touched = new Map<PrintedLetters['lines'][number], { count: number; first: number }>()
  let at = 0
  places.forEach((place, index) => {
    if (place < 0) return
    while (lines[at]!.to <= place) at += 1
    while (lines[at]!.from > place) at -= 1
    const line = touched.get(lines[at]!)
    if (line) line.count += 1
    else touched.set(lines[at]!, { count: 1, first: index })
  })
  const pieces: (Piece & { first: number })[] = []
  for (const [line, { count, first }] of touched) {
    if (count < (line.to - line.from) * minLineShare) continue
    const last = pieces.at(-1)
    if (last?.page === line.page && last.lastLine + 1 === line.line) last.lastLine = line.line
    else pieces.push({ startSeconds, endSeconds, page: line.page, firstLine: line.line, lastLine: line.line, first })
  }
  const timeAt = (index: number) => round(startSeconds + ((endSeconds - startSeconds) * index) / places.length)
  return pieces.map(({ first, ...piece }, index) => ({
    ...piece,
    startSeconds: index === 0 ? startSeconds : timeAt(first),
    endSeconds: index === pieces.length - 1 ? endSeconds : timeAt(pieces[index + 1]!.first),
  }))
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000
