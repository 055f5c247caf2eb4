import { pageWidths } from '#features/reader/paths.ts'

/** A deviation of 2 % is invisible, but the next width costs half as many bytes again. */
const tolerance = 1.02
const widest = pageWidths[pageWidths.length - 1]!

/**
 * Returns the smallest rendered width that is sharp for a page shown `cssWidth` wide.
 *
 * @param pixelRatio Screen pixels per CSS pixel. More than 2.5 is finer than visible at reading distance.
 */
export function imageWidthFor(cssWidth: number, pixelRatio: number): number {
  const wanted = cssWidth * Math.min(Math.max(pixelRatio, 1), 2.5)
  return pageWidths.find((width) => width * tolerance >= wanted) ?? widest
}
