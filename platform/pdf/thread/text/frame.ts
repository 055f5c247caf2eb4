import type { Box } from '../document/page-geometry.ts'
import { isUpended, type Letter, type Placed } from './letters.ts'

/** Returns whether a letter has a position on its page; inferred spaces have none. */
export const isPlaced = (letter: Letter): letter is Placed => letter.box !== undefined

/**
 * Returns the box of a letter in page widths, rotated so that its line is horizontal.
 *
 * @param shape Height of the page divided by its width.
 */
export function along({ box, runs }: Placed, shape: number): Box {
  const { left, top, right, bottom } = box
  return isUpended({ runs })
    ? { left: top * shape, right: bottom * shape, top: left, bottom: right }
    : { left, right, top: top * shape, bottom: bottom * shape }
}

/** Returns the gap between two letters in font sizes; negative when they overlap. */
export function gapBetween(one: Placed, other: Placed, shape: number): number {
  const [a, b] = [along(one, shape), along(other, shape)]
  return Math.max(b.left - a.right, a.left - b.right) / (Math.max(one.em, other.em) || b.bottom - b.top || 1)
}

/** Returns the median; 0 for an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
