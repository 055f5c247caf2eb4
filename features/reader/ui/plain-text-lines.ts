import type { TextLine } from '#features/reader/contract.ts'
import { textPagePath, pagesPerPart } from './text-page-path.ts'

/** A link in a line of text: from `start` to before `end`, to an address or to a page of the book. */
export type TextLink = { start: number; end: number; to: string | number }

/** A line of plain text, without its position on the page. */
type PlainTextLine = { text: string; links: TextLink[] }

/** Returns whether a line is in the same row as the one before it, such as a page number in the contents. */
function isSameRow(before: TextLine, next: TextLine): boolean {
  if (before.direction !== undefined || next.direction !== undefined) return false
  const middleOf = ({ y, height }: TextLine) => y + height / 2
  const apart = Math.abs(middleOf(before) - middleOf(next))
  return next.x >= before.x + before.width && apart < Math.min(before.height, next.height) / 2
}

/**
 * Converts the lines of a page to plain text: continued lines are joined, lines in the same row are separated by a
 * space.
 */
export function plainTextLines(lines: readonly TextLine[]): PlainTextLine[] {
  const written: PlainTextLine[] = []
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

/** Returns where a page link leads among the text pages; undefined for a locked page. */
export function textPathOfPage(
  bookId: string,
  page: number,
  { openPages, part }: { openPages: number; part: number },
): string | undefined {
  if (page < 1 || page > openPages) return undefined
  const target = Math.ceil(page / pagesPerPart)
  return `${target === part ? '' : textPagePath(bookId, target)}#page-${page}`
}
