import type { PrintedLine } from '../../pdf-jobs.ts'
import { advancesOf } from '../document/letter-advances.ts'
import { isPlaced } from './frame.ts'
import { isUpended, type Letter } from './letters.ts'

/**
 * Letters in reading order, the direction of their line unless it is left to right, and whether it continues another
 * line.
 */
export type LineOfLetters = {
  letters: Letter[]
  direction?: NonNullable<PrintedLine['direction']> | undefined
  isGlued?: boolean
}

/** Creates a line from its letters; undefined if none of them is printed. */
export function printedLine({ letters, direction, isGlued }: LineOfLetters): PrintedLine | undefined {
  const placed = letters.filter(isPlaced)
  const text = letters
    .map((letter) => letter.text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text === '' || placed.length === 0) return undefined
  const boxes = placed.map(({ box }) => box)
  const left = clip(Math.min(...boxes.map((box) => box.left)))
  const top = clip(Math.min(...boxes.map((box) => box.top)))
  const right = clip(Math.max(...boxes.map((box) => box.right)))
  const bottom = clip(Math.max(...boxes.map((box) => box.bottom)))
  const goes = direction ?? directionOf(placed[0]!)
  const advances = advancesOf(turnedTo(letters, goes), text, ...ends(goes, { left, top, right, bottom }))
  const link = letters.find((letter) => letter.link)?.link
  return {
    x: round(left),
    y: round(top),
    width: round(right - left),
    height: round(bottom - top),
    text,
    ...(advances ? { advances } : {}),
    ...(goes ? { direction: goes } : {}),
    ...(isGlued && letters[0]?.text !== ' ' ? { isGlued } : {}),
    ...(link ? { link: link.target } : {}),
  }
}

function directionOf(letter: Letter): PrintedLine['direction'] {
  return isUpended(letter) ? (letter.runs === 'up' ? 'up' : 'down') : undefined
}

type Edges = { left: number; top: number; right: number; bottom: number }

/** Start and end of a line, on an axis in the direction of the line. */
function ends(direction: PrintedLine['direction'], { left, top, right, bottom }: Edges): [number, number] {
  if (direction === 'rtl') return [-right, -left]
  if (direction === 'down') return [top, bottom]
  return direction === 'up' ? [-bottom, -top] : [left, right]
}

/** Positions of letters on that axis. */
function turnedTo(letters: readonly Letter[], direction: PrintedLine['direction']) {
  return letters.map(({ text, box }) => {
    if (!box) return { text, box }
    const [left, right] = ends(direction, box)
    return { text, box: { left, right, top: 0, bottom: 0 } }
  })
}

/** Removes soft hyphens from a line; one at its end that is the only sign of the break is printed as a hyphen. */
export function withoutSoftHyphens(letters: readonly Letter[]): Letter[] {
  if (!letters.some(({ text }) => text.includes('\u00ad'))) return [...letters]
  const last = letters.findLast((letter) => letter.text.trim() !== '')
  return letters.flatMap((letter) => {
    if (!letter.text.includes('\u00ad')) return [letter]
    const text = letter.text.replaceAll('\u00ad', '')
    const isPrinted = letter === last && text === '' && letter.box !== undefined && letter.box.right > letter.box.left
    return isPrinted ? [{ ...letter, text: '-' }] : text === '' ? [] : [{ ...letter, text }]
  })
}

const clip = (fraction: number) => Math.min(1, Math.max(0, fraction))
const round = (fraction: number) => Math.round(fraction * 100_000) / 100_000
