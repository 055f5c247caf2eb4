import type { PrintedLine } from '../pdf-jobs.ts'
import { type OpenDocument, withPage } from './open-document.ts'
import { shownGeometry } from './page-geometry.ts'
import { bytesAt, type Pdfium, withMemory } from './pdfium.ts'
import { readAnnotationLetters } from './text/annotation-letters.ts'
import { along, isPlaced } from './text/frame.ts'
import { joinMarks, withoutDoubles } from './text/join-marks.ts'
import { joinNeighbours } from './text/join-neighbours.ts'
import { respace, withoutStrayBlanks } from './text/letter-spacing.ts'
import { isUpended, type Letter, readLetters, type Placed } from './text/letters.ts'
import { type LineOfLetters, printedLine, withoutSoftHyphens } from './text/printed-line.ts'
import { runsLeft } from './text/direction.ts'
import { edgesOf, factsOf, readRow, turnBrackets, withPrintedSigns } from './text/right-to-left.ts'
import { joinColumns } from './text/upright-columns.ts'

/** A gap wider than this many times the letters' height ends a line: columns, tables, tabs. */
const columnGap = 2

/** Reads the text of a page as lines in reading order, clipped to what is shown of the page. */
export function readLines(pdfium: Pdfium, document: OpenDocument, page: number): PrintedLine[] {
  return withPage(pdfium, document, page, (handle) => {
    const shape = pdfium.FPDF_GetPageHeightF(handle) / pdfium.FPDF_GetPageWidthF(handle)
    const letters = readLetters(pdfium, document, handle, shownGeometry(pdfium, handle), shape)
    const isLeftDocument = readsLeft(pdfium, document)
    const lines = linesOf(letters, shape, isLeftDocument)
    for (const line of linesOf(readAnnotationLetters(pdfium, document, page, handle, letters), shape))
      lines.splice(placeOf(line, lines), 0, line)
    return lines
  })
}

/**
 * Where a line of an annotation or a form field is read: behind what stands left of it, else behind what stands above
 * it.
 */
function placeOf({ x, y, height }: PrintedLine, lines: readonly PrintedLine[]): number {
  const middle = y + height / 2
  const beside = lines.findLastIndex((line) => line.x <= x && line.y <= middle && line.y + line.height >= middle)
  return (beside >= 0 ? beside : lines.findLastIndex((line) => line.y + line.height <= middle)) + 1
}

/**
 * Returns whether a document says of itself that it is read from right to left; PDFium then turns around lines that run right
 * as well.
 */
function readsLeft(pdfium: Pdfium, document: OpenDocument): boolean {
  return withMemory(pdfium, 8, (name) => {
    const length = pdfium.FPDF_VIEWERREF_GetName(document.handle, 'Direction', name, 8)
    return length === 4 && String.fromCharCode(...bytesAt(pdfium, name, 3)) === 'R2L'
  })
}

/**
 * Makes lines of a page's letters.
 *
 * @param shape The page's height by its width.
 * @param isLeftDocument Whether the document says of itself that it is read from right to left.
 */
export function linesOf(letters: readonly Letter[], shape: number, isLeftDocument = false): PrintedLine[] {
  const facts = factsOf(letters)
  // Lines, and rows that are no lines yet because they hold letters that run from right to left.
  const pieces = stretches(letters).flatMap((stretch): { letters: Letter[]; row?: Placed[] }[] => {
    if (!isLeftDocument && !stretch.some(({ text }) => runsLeft(text))) {
      return breakUp(joinMarks(withoutDoubles(withoutStrayBlanks(stretch, shape), shape), shape), shape).map(
        (line) => ({ letters: line }),
      )
    }
    return rowsOf(withPrintedSigns(stretch, isLeftDocument), shape).map((row) => ({ letters: row, row }))
  })
  const edges = pieces.flatMap((piece) => edgesOf(piece.letters, shape) ?? [])
  const read = pieces.map((piece) => (piece.row ? readRow(piece.row, facts, edges, shape) : undefined))
  turnBrackets(read.filter((line) => line !== undefined))
  const lines = pieces.map((piece, at): LineOfLetters => {
    const line = read[at]
    return line
      ? { letters: line.letters, direction: line.isLeft && !line.letters.some(isUpended) ? 'rtl' : undefined }
      : piece
  })
  const whole = joinNeighbours(lines, shape).map((line) =>
    line.direction
      ? line
      : { ...line, letters: respace(withoutSoftHyphens(line.letters), shape, facts.hasPrintedBlanks) },
  )
  return joinColumns(whole, shape).flatMap((line) => printedLine(line) ?? [])
}

/** What PDFium tells between two breaks. */
function stretches(letters: readonly Letter[]): Letter[][] {
  const parts: Letter[][] = [[]]
  for (const letter of letters) {
    if (letter.text === '\n') parts.push([])
    else parts.at(-1)!.push(letter)
  }
  return parts.filter((part) => part.length > 0)
}

/** Breaks letters into lines where they jump, and where a link begins or ends. */
function breakUp(letters: readonly Letter[], shape: number): Letter[][] {
  const lines: Letter[][] = [[]]
  for (const letter of letters) {
    const line = lines.at(-1)!
    const last = line.findLast(isPlaced)
    if (last && isPlaced(letter) && (last.link !== letter.link || isElsewhere(last, letter, shape)))
      lines.push([letter])
    else line.push(letter)
  }
  return lines
}

/**
 * Letters by the rows they are printed in, whatever order they are told in; a gap as wide as a column's, or a link,
 * makes two of one.
 */
function rowsOf(letters: readonly Letter[], shape: number): Placed[][] {
  const rows: Placed[][] = []
  for (const letter of letters.filter(isPlaced)) {
    const row = rows.at(-1)
    if (row && !isInAnotherRow(row, letter, shape)) row.push(letter)
    else rows.push([letter])
  }
  return rows.flatMap((row) => splitRow(row, shape))
}

function isInAnotherRow(row: readonly Placed[], letter: Placed, shape: number): boolean {
  // A mark above or below its letter stands in no row of its own.
  if (/^\p{Mn}/u.test(letter.text)) return false
  const base = row.findLast(({ text }) => !/^\p{Mn}/u.test(text))
  return (
    base !== undefined &&
    (isUpended(base) !== isUpended(letter) || base.link !== letter.link || isBeside(base, letter, shape))
  )
}

function splitRow(row: Placed[], shape: number): Placed[][] {
  const sorted = row.toSorted((a, b) => along(a, shape).left - along(b, shape).left)
  const parts: Placed[][] = []
  let end = -Infinity
  for (const letter of sorted) {
    const { left, right, top, bottom } = along(letter, shape)
    if (left - end > (letter.em || bottom - top) * columnGap) parts.push([])
    parts.at(-1)!.push(letter)
    end = Math.max(end, right)
  }
  // The column that was told first is read first.
  return parts.toSorted(
    (a, b) => row.findIndex((letter) => a.includes(letter)) - row.findIndex((letter) => b.includes(letter)),
  )
}

// `shape` is the page's height by its width: fractions across and down are not of one length.
function isElsewhere(last: Placed, next: Placed, shape: number): boolean {
  if (isUpended(last) !== isUpended(next) || isBeside(last, next, shape)) return true
  const [a, b] = [along(last, shape), along(next, shape)]
  const thickness = Math.max(a.bottom - a.top, b.bottom - b.top)
  // Words that stand for a sign may be told at a part of it.
  const vagueness = last.isStandIn || next.isStandIn ? last.em : 0
  return Math.max(b.left - a.right, a.left - b.right) > thickness * columnGap + vagueness
}

/** Returns whether two letters share too little of their height to stand in one row. */
function isBeside(last: Placed, next: Placed, shape: number): boolean {
  const [a, b] = [along(last, shape), along(next, shape)]
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return overlap < Math.min(a.bottom - a.top, b.bottom - b.top) * 0.3
}
