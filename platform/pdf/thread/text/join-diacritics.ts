import type { Box } from '../document/page-geometry.ts'
import { along, isPlaced } from './frame.ts'
import type { Letter, Placed } from './letters.ts'

/** Spacing accents that some programs print over letters, with their combining marks. */
const accents: Record<string, string> = {
  '`': '\u0300',
  '´': '\u0301',
  'ˆ': '\u0302',
  '^': '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  'ˇ': '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
}

/** A letter with combining marks. */
const carrier = /^[\p{L}\p{N}]\p{M}*$/u

/**
 * Joins marks with the letters they are printed over: combining marks after their letter, and spacing accents on either
 * side. Results are composed where Unicode allows.
 */
export function joinDiacritics(letters: readonly Letter[], shape: number): Letter[] {
  const joined: Letter[] = []
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at]!
    const before = joined.findLast(isPlaced)
    if (
      isPlaced(letter) &&
      /^\p{Mn}+$/u.test(letter.text) &&
      before &&
      before === joined.at(-1) &&
      isOver(letter, before, shape)
    ) {
      before.text = (before.text + letter.text).normalize('NFC')
      continue
    }
    const diacritic = isPlaced(letter) ? accents[letter.text] : undefined
    if (diacritic && isPlaced(letter)) {
      const next = letters.slice(at + 1, at + 3).findIndex(isPlaced)
      const after = next < 0 ? undefined : (letters[at + 1 + next] as Placed)
      if (after && isBase(after, diacritic) && isOver(letter, after, shape)) {
        // A space between an accent and its letter was inferred from their positions.
        joined.push({ ...after, text: composed(after.text, diacritic) })
        at += 1 + next
        continue
      }
      if (before && isBase(before, diacritic) && isOver(letter, before, shape)) {
        before.text = composed(before.text, diacritic)
        while (joined.at(-1) !== before) joined.pop()
        continue
      }
    }
    joined.push({ ...letter })
  }
  return joined
}

const isBase = ({ text }: Letter, diacritic: string) =>
  carrier.test(text) && composed(text, diacritic).length === text.length

/** A dotless letter under an accent becomes the normal one. */
const composed = (text: string, diacritic: string) =>
  ((text === 'ı' ? 'i' : text === 'ȷ' ? 'j' : text) + diacritic).normalize('NFC')

/** Returns whether most of a mark's width lies within its letter's. */
export function isOver(diacritic: Placed, letter: Placed, shape: number): boolean {
  const [a, b]: [Box, Box] = [along(diacritic, shape), along(letter, shape)]
  const overlap = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  return overlap >= Math.min(a.right - a.left, b.right - b.left) * 0.5
}

/** Removes letters printed twice at almost the same position, as for bold or shadowed text. */
export function withoutDoubles(letters: readonly Letter[], shape: number): Letter[] {
  let last: Placed | undefined
  return letters.filter((letter) => {
    if (!isPlaced(letter)) return true
    const isDuplicate = last?.text === letter.text && letter.text !== ' ' && isOnTheSpot(last, letter, shape)
    if (!isDuplicate) last = letter
    return !isDuplicate
  })
}

/**
 * Maximum shift of a letter that is printed again: a part of its width, or of its type size where it is narrow.
 */
const shifted = { ofWidth: 0.4, ofEm: 0.12, most: 0.7 }

function isOnTheSpot(one: Placed, other: Placed, shape: number): boolean {
  const [a, b] = [along(one, shape), along(other, shape)]
  const width = a.right - a.left
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  const shift = Math.abs(a.left - b.left)
  return (
    shift < Math.min(Math.max(width * shifted.ofWidth, one.em * shifted.ofEm), width * shifted.most) &&
    down > 0.6 * (a.bottom - a.top)
  )
}
