import { along, gapBetween, isPlaced } from './frame.ts'
import { isUpended, type Letter, type Placed } from './letters.ts'
import type { LineOfLetters } from './printed-line.ts'

/**
 * Gaps in type sizes: letters of one word are nearer than `word`, words of one line nearer than `line`; they may
 * overlap a little.
 */
const gaps = { overlap: -0.35, word: 0.14, line: 0.6 }

/** Type this much smaller beside other type is a figure above or below the line, such as a power or an index. */
const smaller = 0.85

/**
 * Joins lines that go on where the one before ends: PDFium breaks lines at letters that are raised or lowered, and
 * those that run up or down the page at every piece of them.
 */
export function joinNeighbours(lines: readonly LineOfLetters[], shape: number): LineOfLetters[] {
  const joined: LineOfLetters[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    const gap = last && gapTo(last, line, shape)
    if (!last || gap === undefined) joined.push(line)
    // A link is a line of its own.
    else if (linkOf(last, 'end') !== linkOf(line, 'start'))
      joined.push(gap <= gaps.word && !hasBlankBetween(last, line) ? { ...line, isGlued: true } : line)
    else
      joined[joined.length - 1] = {
        letters: [...last.letters, ...(gap > gaps.word ? [blankLike(line.letters[0]!)] : []), ...line.letters],
      }
  }
  return joined
}

const linkOf = ({ letters }: LineOfLetters, at: 'start' | 'end') =>
  (at === 'start' ? letters.find(isPlaced) : letters.findLast(isPlaced))?.link

const hasBlankBetween = (line: LineOfLetters, next: LineOfLetters) =>
  line.letters.at(-1)?.text === ' ' || next.letters[0]?.text === ' '

const blankLike = (letter: Letter): Letter => ({ ...letter, text: ' ', box: undefined, link: undefined })

/**
 * Returns the distance from the end of a line to the start of another, in type sizes; undefined where they do not
 * belong together.
 */
function gapTo(line: LineOfLetters, next: LineOfLetters, shape: number): number | undefined {
  if (line.direction || next.direction) return undefined
  const last = line.letters.findLast(isPlaced)
  const first = next.letters.find(isPlaced)
  if (!last || !first || last.runs !== first.runs) return undefined
  const sign = last.runs === 'left' || last.runs === 'up' ? -1 : 1
  const [a, b] = [along(last, shape), along(first, shape)]
  if ((b.left + b.right - a.left - a.right) * sign <= 0) return undefined
  const gap = gapBetween(last, first, shape)
  if (gap < gaps.overlap || gap > gaps.line) return undefined
  const mate = line.letters.findLast((letter): letter is Placed => isPlaced(letter) && isOfOneSize(letter, first))
  if (mate && overlapOf(mate, first, shape) >= 0.5) return gap
  // A power, or what follows one.
  const isFigure = first.em < last.em * smaller && !isUpended(first)
  return isFigure && overlapOf(last, first, shape) > -0.1 && gap <= gaps.word ? gap : undefined
}

const isOfOneSize = (one: Letter, other: Letter) =>
  Math.abs(one.em - other.em) <= Math.max(one.em, other.em) * (1 - smaller)

/** Returns the share of their height that two letters have in common; negative where they are apart. */
function overlapOf(one: Placed, other: Placed, shape: number): number {
  const [a, b] = [along(one, shape), along(other, shape)]
  return (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / (Math.min(a.bottom - a.top, b.bottom - b.top) || 1)
}
