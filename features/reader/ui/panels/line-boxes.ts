import type { TextLine } from '#features/reader/contract.ts'

/** A position between two characters of a page's text: the line's index and the number of characters before it. */
export type TextPosition = { line: number; offset: number }

/** Part of a page as fractions, 0 to 1, origin at the top left. */
export type PageBox = { x: number; y: number; width: number; height: number }

/**
 * Returns the boxes of the text between two positions, one per line. Without known advances, all letters of a line
 * are equally wide.
 */
export function boxesBetween(lines: readonly TextLine[], start: TextPosition, end: TextPosition): PageBox[] {
  return lines.slice(start.line, end.line + 1).flatMap((line, index) => {
    const at = start.line + index
    const from = at === start.line ? Math.min(start.offset, line.text.length) : 0
    const to = at === end.line ? Math.min(end.offset, line.text.length) : line.text.trimEnd().length
    if (to <= from) return []
    const [begin, stop] = [edgeOf(line, from), edgeOf(line, to)]
    return [partOf(line, begin, stop)]
  })
}

/** Returns where a letter begins, as a fraction of the line's length. */
function edgeOf({ advances, text }: TextLine, offset: number): number {
  if (advances?.length !== text.length) return offset / text.length
  return advances.slice(0, offset).reduce((sum, advance) => sum + advance, 0) / 10_000
}

/** Returns the part of a line between two fractions of its length, in its direction. */
function partOf({ x, y, width, height, direction }: TextLine, begin: number, end: number): PageBox {
  const share = end - begin
  if (direction === 'rtl') return { x: x + (1 - end) * width, y, width: share * width, height }
  if (direction === 'down') return { x, y: y + begin * height, width, height: share * height }
  if (direction === 'up') return { x, y: y + (1 - end) * height, width, height: share * height }
  return { x: x + begin * width, y, width: share * width, height }
}

/** Returns the boxes of whole lines, such as search hits; unknown indexes are left out. */
export function boxesOfLines(lines: readonly TextLine[], indexes: readonly number[]): PageBox[] {
  return indexes.flatMap((index) => {
    const line = lines[index]
    return line ? [{ x: line.x, y: line.y, width: line.width, height: line.height }] : []
  })
}
