/** Rendered rows of a long grid; the others are empty height above and below. */
type RowWindow = { firstRow: number; lastRow: number; above: number; below: number }

/**
 * Returns the rows in sight, plus one screen on either side.
 *
 * @param rowCount Number of rows.
 * @param rowHeight Height of each in CSS pixels, gap included.
 * @param scrollTop Scroll position of the grid.
 * @param viewHeight Height of its visible part.
 * @returns Rows `firstRow` to `lastRow` (from 0; `lastRow` is -1 when there are none), and the heights left out.
 */
export function rowsInSight(rowCount: number, rowHeight: number, scrollTop: number, viewHeight: number): RowWindow {
  const clamp = (row: number) => Math.min(rowCount - 1, Math.max(0, row))
  if (rowCount === 0) return { firstRow: 0, lastRow: -1, above: 0, below: 0 }
  const firstRow = clamp(Math.floor((scrollTop - viewHeight) / rowHeight))
  const lastRow = clamp(Math.ceil((scrollTop + 2 * viewHeight) / rowHeight))
  return { firstRow, lastRow, above: firstRow * rowHeight, below: (rowCount - 1 - lastRow) * rowHeight }
}

/** Returns the scroll position that shows a row fully; undefined if it is visible. A row out of sight is centered. */
export function scrollToRow(row: number, rowHeight: number, scrollTop: number, viewHeight: number): number | undefined {
  const top = row * rowHeight
  if (top >= scrollTop && top + rowHeight <= scrollTop + viewHeight) return undefined
  return Math.max(0, top - (viewHeight - rowHeight) / 2)
}
