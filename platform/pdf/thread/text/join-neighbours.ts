import { along, gapBetween, isPlaced } from './frame.ts'
import { isUpended, type Letter, type Placed } from './letters.ts'
import type { LineOfLetters } from './printed-line.ts'

/**
 * Gaps in type sizes: letters of one word are closer than `word`, words of one line closer than `line`; they may
 * overlap slightly.
 */
const gaps = { overlap: -0.35, word: 0.14, line: 0.6 }

/** Type that is this much smaller than its neighbor is superscript or subscript, such as an exponent or an index. */
const smaller = 0.85

/**
 * Joins lines that continue where the previous one ends: PDFium breaks lines at superscript and subscript, and vertical
 * lines at every piece.
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
 * Returns the distance from the end of a line to the start of another, in type sizes; undefined if they do not belong
 * together.
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
  // An exponent, or the text after one.
  const isFigure = first.em < last.em * smaller && !isUpended(first)
  return isFigure && overlapOf(last, first, shape) > -0.1 && gap <= gaps.word ? gap : undefined
}

const isOfOneSize = (one: Letter, other: Letter) =>
  Math.abs(one.em - other.em) <= Math.max(one.em, other.em) * (1 - smaller)

/** Returns the share of their height in which two letters overlap; negative if they do not. */
function overlapOf(one: Placed, other: Placed, shape: number): number {
  const [a, b] = [along(one, shape), along(other, shape)]
  return (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / (Math.min(a.bottom - a.top, b.bottom - b.top) || 1)
}
