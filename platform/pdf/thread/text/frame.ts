import type { Box } from '../page-geometry.ts'
import { isUpended, type Letter, type Placed } from './letters.ts'

/** Returns whether a letter has a place on its page; blanks that were made up have none. */
export const isPlaced = (letter: Letter): letter is Placed => letter.box !== undefined

/** A letter's box in page widths, turned so that its line runs across. @param shape The page's height by its width. */
export function along({ box, runs }: Placed, shape: number): Box {
  const { left, top, right, bottom } = box
  return isUpended({ runs })
    ? { left: top * shape, right: bottom * shape, top: left, bottom: right }
    : { left, right, top: top * shape, bottom: bottom * shape }
}

/** How far apart two letters of one line are, in their type size; less than nothing where they overlap. */
export function gapBetween(one: Placed, other: Placed, shape: number): number {
  const [a, b] = [along(one, shape), along(other, shape)]
  return Math.max(b.left - a.right, a.left - b.right) / (Math.max(one.em, other.em) || b.bottom - b.top || 1)
}

/** The middle one of some numbers; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
