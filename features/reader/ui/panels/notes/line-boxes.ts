import type { TextLine } from '#features/reader/contract.ts'
import type { TextPlace } from './annotation.ts'

/** Part of a page as fractions of it, 0 to 1, origin at the top left. */
export type PageBox = { x: number; y: number; width: number; height: number }

/** The boxes of the words between two places, one a line. Where nobody told how wide letters are, all of a line are as wide. */
export function boxesBetween(lines: readonly TextLine[], start: TextPlace, end: TextPlace): PageBox[] {
  return lines.slice(start.line, end.line + 1).flatMap((line, index) => {
    const at = start.line + index
    const from = at === start.line ? Math.min(start.offset, line.text.length) : 0
    const to = at === end.line ? Math.min(end.offset, line.text.length) : line.text.trimEnd().length
    if (to <= from) return []
    const [left, right] = [edgeOf(line, from), edgeOf(line, to)]
    return [{ x: line.x + left, y: line.y, width: right - left, height: line.height }]
  })
}

/** How far from the line's beginning a letter begins, as a fraction of the page. */
function edgeOf({ advances, text, width }: TextLine, offset: number): number {
  if (advances?.length !== text.length) return (offset / text.length) * width
  return (advances.slice(0, offset).reduce((sum, advance) => sum + advance, 0) / 10_000) * width
}

/** The boxes of whole lines, such as those a search found; indexes that lead nowhere are left out. */
export function boxesOfLines(lines: readonly TextLine[], indexes: readonly number[]): PageBox[] {
  return indexes.flatMap((index) => {
    const line = lines[index]
    return line ? [{ x: line.x, y: line.y, width: line.width, height: line.height }] : []
  })
}
