import { isUnspaced } from '#shared/fold-text.ts'
import { isPlaced } from './frame.ts'
import { isUpended, type Placed } from './letters.ts'
import type { LineOfLetters } from './printed-line.ts'

/** Maximum gap between letters of one column, in type sizes. */
const widestGap = 1.1

/** Maximum distance between the middle of a letter and that of its column, in type sizes. */
const furthestAside = 0.6

/**
 * Joins vertical text: upright East Asian letters below each other form one downward line, together with letters and
 * numbers that are rotated in its column.
 *
 * @param lines Lines in the order of the file.
 * @param shape Height of the page divided by its width.
 */
export function joinColumns(lines: readonly LineOfLetters[], shape: number): LineOfLetters[] {
  const joined: LineOfLetters[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    if (last && canFollow(last, line, shape)) {
      joined[joined.length - 1] = { letters: [...last.letters, ...withoutEdges(line.letters)], direction: 'down' }
    } else joined.push(line)
  }
  return joined
}

function canFollow(column: LineOfLetters, next: LineOfLetters, shape: number): boolean {
  const above = placed(column).at(-1)
  const [first] = placed(next)
  if (!above || !first || !(isOfColumn(column) && isOfColumn(next)) || !(isUpright(column) || isUpright(next)))
    return false
  const em = Math.max(above.em, first.em)
  const aside = Math.abs(middleOf(column) - middleOf(next))
  const bottom = Math.max(...placed(column).map(({ box }) => box.bottom))
  const gap = (Math.min(...placed(next).map(({ box }) => box.top)) - bottom) * shape
  return aside <= em * furthestAside && gap <= em * widestGap && gap >= -0.4 * em
}

const placed = (line: LineOfLetters): Placed[] =>
  line.letters.filter((letter): letter is Placed => isPlaced(letter) && letter.text.trim() !== '')

/** One upright letter, a column, or a downward line. */
function isOfColumn(line: LineOfLetters): boolean {
  const letters = placed(line)
  return line.direction === 'down' || letters.length === 1 || letters.every((letter) => letter.runs === 'down')
}

const isUpright = (line: LineOfLetters) => placed(line).some((letter) => !isUpended(letter) && isUnspaced(letter.text))

/** Measured at the last letter of the column, because a column may be long and inclined. */
function middleOf(line: LineOfLetters): number {
  const { box } = placed(line).at(-1)!
  return (box.left + box.right) / 2
}

// Spaces between letters of a column were inferred from their positions.
function withoutEdges(letters: LineOfLetters['letters']): LineOfLetters['letters'] {
  const from = letters.findIndex((letter) => letter.text.trim() !== '')
  return letters.slice(Math.max(0, from), letters.findLastIndex((letter) => letter.text.trim() !== '') + 1)
}
