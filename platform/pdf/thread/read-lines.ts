import type { PrintedLine } from '../pdf-jobs.ts'
import { type OpenDocument, withPage } from './document/open-document.ts'
import { shownGeometry } from './document/page-geometry.ts'
import { bytesAt, type Pdfium, withMemory } from './document/pdfium.ts'
import { readAnnotationLetters } from './text/annotation-letters.ts'
import { along, isPlaced } from './text/frame.ts'
import { joinDiacritics, withoutDoubles } from './text/join-diacritics.ts'
import { joinNeighbours } from './text/join-neighbours.ts'
import { respace, withoutStrayBlanks } from './text/letter-spacing.ts'
import { isUpended, type Letter, readLetters, type Placed } from './text/letters.ts'
import { type LineOfLetters, printedLine, withoutSoftHyphens } from './text/printed-line.ts'
import { runsLeft } from '../direction.ts'
import { edgesOf, factsOf, readRow, mirrorBrackets, withPrintedSigns } from './text/right-to-left.ts'
import { inReadingOrder } from './text/reading-order.ts'
import { joinColumns } from './text/upright-columns.ts'

/** Gap, in letter heights, that ends a line, for columns, tables and tabs. */
const columnGap = 2

/** Reads the text of a page as lines in reading order, clipped to the displayed part. */
export function readLines(pdfium: Pdfium, document: OpenDocument, page: number): PrintedLine[] {
  return withPage(pdfium, document, page, (handle) => {
    const shape = pdfium.FPDF_GetPageHeightF(handle) / pdfium.FPDF_GetPageWidthF(handle)
    const letters = readLetters(pdfium, document, handle, shownGeometry(pdfium, handle), shape)
    const isLeftDocument = readsLeft(pdfium, document)
    const lines = inReadingOrder(linesOf(letters, shape, isLeftDocument))
    for (const line of linesOf(readAnnotationLetters(pdfium, document, page, handle, letters), shape))
      lines.splice(placeOf(line, lines), 0, line)
    return lines
  })
}

/**
 * Finds the reading position of an annotation or form field: after the text to its left, otherwise after the text above
 * it.
 */
function placeOf({ x, y, height }: PrintedLine, lines: readonly PrintedLine[]): number {
  const middle = y + height / 2
  const beside = lines.findLastIndex((line) => line.x <= x && line.y <= middle && line.y + line.height >= middle)
  return (beside >= 0 ? beside : lines.findLastIndex((line) => line.y + line.height <= middle)) + 1
}

/** Returns whether a document declares right-to-left reading; PDFium then also reverses lines that run right. */
function readsLeft(pdfium: Pdfium, document: OpenDocument): boolean {
  return withMemory(pdfium, 8, (name) => {
    const length = pdfium.FPDF_VIEWERREF_GetName(document.handle, 'Direction', name, 8)
    return length === 4 && String.fromCharCode(...bytesAt(pdfium, name, 3)) === 'R2L'
  })
}

/**
 * Groups the letters of a page into lines.
 *
 * @param shape Height of the page divided by its width.
 * @param isLeftDocument Whether the document declares right-to-left reading.
 */
export function linesOf(letters: readonly Letter[], shape: number, isLeftDocument = false): PrintedLine[] {
  const facts = factsOf(letters)
  // Lines, and rows with right-to-left letters that are not ordered yet.
  const pieces = stretches(letters).flatMap((stretch): { letters: Letter[]; row?: Placed[] }[] => {
    if (!isLeftDocument && !stretch.some(({ text }) => runsLeft(text))) {
      return breakUp(joinDiacritics(withoutDoubles(withoutStrayBlanks(stretch, shape), shape), shape), shape).map(
        (line) => ({ letters: line }),
      )
    }
    return rowsOf(withPrintedSigns(stretch, isLeftDocument), shape).map((row) => ({ letters: row, row }))
  })
  const edges = pieces.flatMap((piece) => edgesOf(piece.letters, shape) ?? [])
  const read = pieces.map((piece) => (piece.row ? readRow(piece.row, facts, edges, shape) : undefined))
  mirrorBrackets(read.filter((line) => line !== undefined))
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

/** Letters between two breaks of PDFium. */
function stretches(letters: readonly Letter[]): Letter[][] {
  const parts: Letter[][] = [[]]
  for (const letter of letters) {
    if (letter.text === '\n') parts.push([])
    else parts.at(-1)!.push(letter)
  }
  return parts.filter((part) => part.length > 0)
}

/** Splits letters into lines at position jumps and at link boundaries. */
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

/** Groups letters into rows by position, whatever their order; column gaps and links split rows. */
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
  // Marks above or below a letter belong to its row.
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
  // Columns keep their order in the file.
  return parts.toSorted(
    (a, b) => row.findIndex((letter) => a.includes(letter)) - row.findIndex((letter) => b.includes(letter)),
  )
}

// `shape` is height divided by width: horizontal and vertical fractions differ in length.
function isElsewhere(last: Placed, next: Placed, shape: number): boolean {
  if (isUpended(last) !== isUpended(next) || isBeside(last, next, shape)) return true
  const [a, b] = [along(last, shape), along(next, shape)]
  const thickness = Math.max(a.bottom - a.top, b.bottom - b.top)
  // Replacement text may be placed at a part of its glyph.
  const vagueness = last.isPlaceholder || next.isPlaceholder ? last.em : 0
  return Math.max(b.left - a.right, a.left - b.right) > thickness * columnGap + vagueness
}

/** Returns whether two letters overlap too little vertically to be in one row. */
function isBeside(last: Placed, next: Placed, shape: number): boolean {
  const [a, b] = [along(last, shape), along(next, shape)]
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return overlap < Math.min(a.bottom - a.top, b.bottom - b.top) * 0.3
}
