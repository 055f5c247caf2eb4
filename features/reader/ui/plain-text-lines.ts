import type { TextLine } from '#features/reader/contract.ts'
import { wordsPagePath, wordsPerPart } from './text-page-path.ts'

/** A link in a written line: from `start` to before `end` of its text, to an address or to a page of the book. */
export type WrittenLink = { start: number; end: number; to: string | number }

/** A line as it is read without its place on the page. */
export type WrittenLine = { text: string; links: WrittenLink[] }

/** Whether a line stands in the same row as the one before it, such as the page number of an entry in the contents. */
function isSameRow(before: TextLine, next: TextLine): boolean {
  if (before.direction !== undefined || next.direction !== undefined) return false
  const middleOf = ({ y, height }: TextLine) => y + height / 2
  const apart = Math.abs(middleOf(before) - middleOf(next))
  return next.x >= before.x + before.width && apart < Math.min(before.height, next.height) / 2
}

/**
 * Writes the lines of a page down: what goes on where another ends is one with it, what stands beside it follows a
 * blank.
 */
export function writtenLines(lines: readonly TextLine[]): WrittenLine[] {
  const written: WrittenLine[] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    const joint = before === undefined ? undefined : line.isGlued ? '' : isSameRow(before, line) ? ' ' : undefined
    const into = joint === undefined ? undefined : written.at(-1)
    const open = into ?? { text: '', links: [] }
    if (!into) written.push(open)
    open.text += joint ?? ''
    const start = open.text.length
    open.text += line.text
    if (line.link !== undefined) open.links.push({ start, end: open.text.length, to: line.link })
  }
  return written
}

/** Where a link to a page leads among the pages of words; undefined for one that is not open. */
export function wordsOfPagePath(
  bookId: string,
  page: number,
  { openPages, part }: { openPages: number; part: number },
): string | undefined {
  if (page < 1 || page > openPages) return undefined
  const target = Math.ceil(page / wordsPerPart)
  return `${target === part ? '' : wordsPagePath(bookId, target)}#page-${page}`
}
