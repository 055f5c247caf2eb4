import { sliceWhole } from '#shared/cut-text.ts'
import type { SearchHit } from '#features/reader/contract.ts'
import { endsUnspaced, isUnspaced } from '#shared/fold-text.ts'
import { afterLetter, type PageIndex } from './page-index.ts'

/** Maximum context on either side of a match, in characters; cut at a word. */
const contextLength = 60

/** Placeholder for hidden text: the same length on every page, or its length would reveal something. */
const blanks = '░░░░░░ ░░░░'

/** Returns a hit on a readable page, with its context. */
export function openHit(page: number, index: PageIndex, at: number, length: number): SearchHit {
  const { lines, line, offset, glued } = index
  const firstLine = line[at]!
  const lastLine = line[at + length - 1]!
  const start = offset[at]!
  const end = afterLetter(lines[lastLine]!, offset[at + length - 1]!)
  const first = lines[firstLine]!
  const last = lines[lastLine]!
  const parts = [first.slice(start), ...lines.slice(firstLine + 1, lastLine), last.slice(0, end)]
  const match =
    firstLine === lastLine
      ? first.slice(start, end)
      : joinLines(parts.map((text, part) => ({ text, isGlued: glued.has(firstLine + part) })))
  return {
    page,
    isLocked: false,
    before: lastWordsOf(first.slice(0, start)),
    match,
    after: firstWordsOf(last.slice(end)),
    lines: Array.from({ length: lastLine - firstLine + 1 }, (_, index_) => firstLine + index_),
  }
}

/** Returns a hit on a locked page: the page number and the visitor's own words. */
export function lockedHit(page: number, words: string): SearchHit {
  return { page, isLocked: true, before: `${blanks} `, match: words, after: ` ${blanks}`, lines: [] }
}

/** Joins lines without a space where the script has none or a line continues another. */
const joinLines = (parts: { text: string; isGlued: boolean }[]) =>
  parts
    .slice(1)
    .reduce(
      (whole, { text, isGlued }) => whole + (isGlued || (endsUnspaced(whole) && isUnspaced(text)) ? '' : ' ') + text,
      parts[0]!.text,
    )

function lastWordsOf(text: string): string {
  if (text.length <= contextLength) return text
  const cut = sliceWhole(text, text.length - contextLength)
  return cut.slice(cut.indexOf(' ') + 1)
}

function firstWordsOf(text: string): string {
  if (text.length <= contextLength) return text
  const cut = sliceWhole(text, 0, contextLength)
  const blank = cut.lastIndexOf(' ')
  // Scripts without spaces are cut between two letters.
  return blank > 0 ? cut.slice(0, blank) : cut
}
