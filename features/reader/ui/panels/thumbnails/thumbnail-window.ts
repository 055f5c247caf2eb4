/** Which rows of a long grid are drawn; the others are kept as empty height above and below. */
export type RowWindow = { firstRow: number; lastRow: number; above: number; below: number }

/**
 * The rows that are in sight, with one screen more on either side.
 *
 * @param rowCount How many there are.
 * @param rowHeight Height of each in CSS pixels, gap included.
 * @param scrollTop How far the grid was scrolled.
 * @param viewHeight Height of what is seen of it.
 * @returns Rows `firstRow` to `lastRow` (0 first; `lastRow` is -1 when there are none), and the heights left out.
 */
export function rowsInSight(rowCount: number, rowHeight: number, scrollTop: number, viewHeight: number): RowWindow {
  const clamp = (row: number) => Math.min(rowCount - 1, Math.max(0, row))
  if (rowCount === 0) return { firstRow: 0, lastRow: -1, above: 0, below: 0 }
  const firstRow = clamp(Math.floor((scrollTop - viewHeight) / rowHeight))
  const lastRow = clamp(Math.ceil((scrollTop + 2 * viewHeight) / rowHeight))
  return { firstRow, lastRow, above: firstRow * rowHeight, below: (rowCount - 1 - lastRow) * rowHeight }
}

/** How far to scroll so that a row is wholly in sight; undefined when it is. A row out of sight comes to the middle. */
export function scrollToRow(row: number, rowHeight: number, scrollTop: number, viewHeight: number): number | undefined {
  const top = row * rowHeight
  if (top >= scrollTop && top + rowHeight <= scrollTop + viewHeight) return undefined
  return Math.max(0, top - (viewHeight - rowHeight) / 2)
}
