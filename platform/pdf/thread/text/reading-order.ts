import type { PrintedLine } from '../../pdf-jobs.ts'

/** Rows are compared if they overlap by more than this share of the narrower one. Columns do not overlap. */
const sharedWidth = 0.3
/** Pages with more rows keep the order of their file, because comparing all pairs takes too long. */
const maxRows = 2_000

/** Lines side by side that follow each other in the file, such as the cells of a table, with their common box. */
type Row = { lines: PrintedLine[]; left: number; right: number; top: number; bottom: number; isHorizontal: boolean }

/**
 * Puts the lines of a page in reading order. The order of the file stays, except that a line is read after all lines
 * above it: some programs write what continues from the page before, headers and footers at other places of the file.
 * Lines in different columns and vertical lines are never compared.
 */
export function inReadingOrder(lines: readonly PrintedLine[]): PrintedLine[] {
  const rows = rowsOf(lines)
  if (rows.length > maxRows || !rows.some((row, at) => rows.slice(0, at).some((before) => isAbove(row, before))))
    return [...lines]
  const waiting = rows.map((row) => rows.filter((other) => isAbove(other, row)).length)
  const read: Row[] = []
  const open = new Set(rows.keys())
  while (open.size > 0) {
    // Rows above each other never form a circle, so there is always one without others above it.
    const next = open.keys().find((at) => waiting[at] === 0)!
    open.delete(next)
    read.push(rows[next]!)
    for (const at of open) if (isAbove(rows[next]!, rows[at]!)) waiting[at]! -= 1
  }
  return read.flatMap((row) => row.lines)
}

function rowsOf(lines: readonly PrintedLine[]): Row[] {
  const rows: Row[] = []
  for (const line of lines) {
    const row = rows.at(-1)
    const box = { left: line.x, right: line.x + line.width, top: line.y, bottom: line.y + line.height }
    const isHorizontal = line.direction !== 'down' && line.direction !== 'up'
    if (row && row.isHorizontal === isHorizontal && (line.isGlued || isBeside(row, box))) {
      row.lines.push(line)
      row.left = Math.min(row.left, box.left)
      row.right = Math.max(row.right, box.right)
      row.top = Math.min(row.top, box.top)
      row.bottom = Math.max(row.bottom, box.bottom)
    } else rows.push({ lines: [line], ...box, isHorizontal })
  }
  return rows
}

type Box = Pick<Row, 'left' | 'right' | 'top' | 'bottom'>

const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2

function isBeside(row: Box, next: Box): boolean {
  const lower = Math.min(row.bottom - row.top, next.bottom - next.top)
  return Math.abs(middleOf(row) - middleOf(next)) < lower / 2
}

/** Lines may overlap slightly, so the middle of each must be beyond the edge of the other. */
function isAbove(row: Row, other: Row): boolean {
  if (!row.isHorizontal || !other.isHorizontal) return false
  if (middleOf(row) >= other.top || middleOf(other) <= row.bottom) return false
  const shared = Math.min(row.right, other.right) - Math.max(row.left, other.left)
  return shared > sharedWidth * Math.min(row.right - row.left, other.right - other.left)
}
