import { bidi, type Direction, directionOf, placeholderFor, turned } from '../../direction.ts'
import { along, gapBetween, isPlaced, median } from './frame.ts'
import { isOver } from './join-diacritics.ts'
import { printsBlanks } from './letter-spacing.ts'
import type { Letter, Placed } from './letters.ts'

/*
 * Lines in Hebrew, Arabic and related scripts. PDFium returns their letters in an order of its own and mirrors brackets
 * by its own rule; here they are placed at their printed positions and ordered by the bidirectional algorithm (UAX 9).
 */

/**
 * A gap between letters is a space if it is this much wider than the usual gap, in type sizes. Programs print spaces or
 * leave gaps: on pages with printed spaces, only a wide gap is a further one.
 */
const vagueness = 0.4
const blankGap = { alone: 0.13, besidePrinted: 0.9 }

/** Returns whether most letters of a page run from right to left. */
function isMostlyLeft(letters: readonly Letter[]): boolean {
  let balance = 0
  for (const { text } of letters) {
    const direction = text === ' ' || text === '\n' ? 'neutral' : directionOf(text)
    balance += direction === 'left' ? 1 : direction === 'right' ? -1 : 0
  }
  return balance > 0
}

/**
 * Properties of the page that decide how a line is read: whether most of the page runs from right to left, and
 * whether it
 * prints blanks.
 */
type PageFacts = { isLeft: boolean; hasPrintedBlanks: boolean }

/** Determines these properties from the letters of a page. */
export const factsOf = (letters: readonly Letter[]): PageFacts => ({
  isLeft: isMostlyLeft(letters),
  hasPrintedBlanks: printsBlanks(letters),
})

/** Horizontal extent of a row, in page widths. */
type Edges = { left: number; right: number }

/** Returns the extent of some letters; undefined if none is printed. */
export function edgesOf(letters: readonly Letter[], shape: number): Edges | undefined {
  const boxes = letters
    .filter(isPlaced)
    .filter(({ text }) => text !== ' ')
    .map((letter) => along(letter, shape))
  if (boxes.length === 0) return undefined
  return { left: Math.min(...boxes.map(({ left }) => left)), right: Math.max(...boxes.map(({ right }) => right)) }
}

/** A line in reading order. `turnable` are letters whose glyph depends on the direction, such as brackets. */
type ReadLine = { letters: Letter[]; isLeft: boolean; turnable: Letter[] }

/**
 * Reverts PDFium's mirroring of brackets between two of its line breaks; letters are in PDFium's order.
 *
 * @param isLeftDocument Whether the document declares right-to-left reading.
 */
export function withPrintedSigns(letters: readonly Letter[], isLeftDocument: boolean): Letter[] {
  const runs: { direction: Direction; letters: Letter[] }[] = []
  for (const letter of letters) {
    const direction = directionOf(letter.text)
    if (runs.at(-1)?.direction === direction) runs.at(-1)!.letters.push(letter)
    else runs.push({ direction, letters: [letter] })
  }
  const count = (wanted: Direction) => runs.filter(({ direction }) => direction === wanted).length
  let isLeft = isLeftDocument || (count('left') > 0 && count('left') >= count('right'))
  return runs.flatMap((run) => {
    if (run.direction === 'left' || (run.direction === 'neutral' && isLeft)) {
      isLeft = true
      return run.letters.map((letter) => ({ ...letter, text: turned(letter.text) }))
    }
    if (run.direction !== 'weak') isLeft = false
    return run.letters
  })
}

/**
 * Sorts the letters of one printed row into reading order.
 *
 * @param row Letters of one row with positions, in any order.
 * @param page A line in mixed directions follows its page, unless it is flush with other lines at one end.
 * @param edges Extents of all lines of the page.
 */
export function readRow(row: readonly Placed[], page: PageFacts, edges: readonly Edges[], shape: number): ReadLine {
  const sight = inSight(row, page.hasPrintedBlanks, shape)
  const count = (wanted: Direction) => sight.filter(({ text }) => directionOf(text) === wanted).length
  const isLeft = count('left') > 0 && (count('left') > count('right') || followsPage(row, page, edges, shape))
  const base = isLeft ? sight.toReversed() : sight
  const kinds = bidiSigns(sight)
  const signs = (isLeft ? kinds.toReversed() : kinds).join('')
  const { levels } = bidi.getEmbeddingLevels(signs, isLeft ? 'rtl' : 'ltr')
  const order = base.map((letter, at) => ({ letter, level: levels[at]! }))
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = isLeft ? 2 : 1; level <= highest; level += 1) reverseRuns(order, level)
  return {
    letters: order.map(({ letter }) => letter),
    isLeft,
    turnable: order
      .filter(({ letter, level }) => level % 2 === 1 && turned(letter.text) !== letter.text)
      .map(({ letter }) => letter),
  }
}

/** Returns whether a line with mostly left-to-right letters belongs to a right-to-left paragraph. */
function followsPage(row: readonly Placed[], page: PageFacts, edges: readonly Edges[], shape: number): boolean {
  const own = edgesOf(row, shape)
  const em = row[0]!.em
  if (!own) return page.isLeft
  const flush = (edge: keyof Edges) => edges.filter((one) => Math.abs(one[edge] - own[edge]) < em / 2).length
  const [left, right] = [flush('left'), flush('right')]
  return left === right ? page.isLeft : page.isLeft && right > left
}

/**
 * Returns the input of the bidirectional algorithm for letters in visual order: one sign for each. Brackets around
 * words that all
 * run one way, and the hyphen of a number that is broken at a line's end, go with what they belong to; seen from the
 * other side nothing else would say so.
 */
function bidiSigns(sight: readonly Letter[]): string[] {
  const signs = sight.map(({ text }) => placeholderFor(text))
  const open: number[] = []
  const turnedOpen: number[] = []
  const inside = (from: number, to: number) => sight.slice(from + 1, to).map(({ text }) => directionOf(text))
  const isPair = (from: number | undefined, text: string): from is number =>
    from !== undefined && turned(text) === sight[from]!.text && text !== sight[from]!.text
  for (const [at, { text }] of sight.entries()) {
    const isOpener = openers.includes(text)
    const [from, turnedFrom] = [open.at(-1), turnedOpen.at(-1)]
    if (isOpener && isPair(turnedFrom, text)) {
      turnedOpen.pop()
      const kinds = inside(turnedFrom, at)
      if (kinds.includes('left') && !kinds.includes('right')) signs[turnedFrom] = signs[at] = 'א'
    }
    if (isOpener) open.push(at)
    else if (turned(text) !== text) turnedOpen.push(at)
    if (!isOpener && isPair(from, text)) {
      open.pop()
      const kinds = inside(from, at)
      if (kinds.includes('right') && !kinds.includes('left')) signs[from] = signs[at] = 'a'
    }
    const isOpen = (sight[at + 1]?.text ?? ' ') === ' '
    if (isOpen && /^[-‐]$/.test(text) && /^\p{Nd}/u.test(sight[at - 1]?.text ?? '')) signs[at] = '1'
  }
  return signs
}

function reverseRuns(order: { letter: Letter; level: number }[], minLevel: number) {
  for (let from = 0; from < order.length; from += 1) {
    if (order[from]!.level < minLevel) continue
    let to = from
    while (to + 1 < order.length && order[to + 1]!.level >= minLevel) to += 1
    order.splice(from, to - from + 1, ...order.slice(from, to + 1).toReversed())
    from = to
  }
}

/**
 * Returns the letters of a row from the beginning of its line, with marks joined to their letters and a space for every
 * wide gap.
 */
function inSight(row: readonly Placed[], hasPrintedBlanks: boolean, shape: number): Letter[] {
  const isBackwards = row[0]!.runs === 'left' || row[0]!.runs === 'up'
  const middle = (letter: Placed) => {
    const { left, right } = along(letter, shape)
    return ((left + right) / 2) * (isBackwards ? -1 : 1)
  }
  const bases = row.filter(({ text }) => !/^\p{Mn}/u.test(text)).map((letter) => ({ ...letter }))
  for (const diacritic of row.filter(({ text }) => /^\p{Mn}/u.test(text))) {
    const over = bases.filter((letter) => letter.text !== ' ' && isOver(diacritic, letter, shape))
    const nearest = (over.length > 0 ? over : bases).toSorted(
      (a, b) => Math.abs(middle(a) - middle(diacritic)) - Math.abs(middle(b) - middle(diacritic)),
    )[0]
    if (nearest) nearest.text += diacritic.text
    else bases.push({ ...diacritic })
  }
  for (const base of bases) base.text = base.text.normalize('NFC')
  const sorted = bases.toSorted((a, b) => middle(a) - middle(b))
  const gaps = sorted.slice(1).map((letter, at) => gapBetween(sorted[at]!, letter, shape))
  const minGap =
    Math.max(0, median(gaps)) +
    (hasPrintedBlanks || sorted.some(({ text }) => text === ' ') ? blankGap.besidePrinted : blankGap.alone)
  return sorted.flatMap((letter, at) => {
    const before = sorted[at - 1]
    // A file may give only the position of the marks of a letter.
    const isVague = /\p{M}/u.test(letter.text) || /\p{M}/u.test(before?.text ?? '')
    const isBlank =
      before && before.text !== ' ' && letter.text !== ' ' && gaps[at - 1]! > minGap + (isVague ? vagueness : 0)
    return isBlank ? [{ ...letter, text: ' ', box: undefined, link: undefined }, letter] : [letter]
  })
}

const openers = '([{<«‹⟨⁅〈《「『【〔〖'

/**
 * Determines for a page whether its file encodes brackets of right-to-left lines visually or logically, since programs
 * do either. The reading with more matching pairs is used.
 */
export function mirrorBrackets(lines: readonly ReadLine[]): void {
  const letters = lines.flatMap(({ turnable }) => turnable)
  const texts = letters.map(({ text }) => text)
  if (countPairs(texts.map(turned)) > countPairs(texts)) for (const letter of letters) letter.text = turned(letter.text)
}

function countPairs(signs: readonly string[]): number {
  const open: string[] = []
  let pairs = 0
  for (const sign of signs) {
    if (openers.includes(sign)) open.push(sign)
    else if (open.length > 0 && turned(open.at(-1)!) === sign) {
      open.pop()
      pairs += 1
    }
  }
  return pairs
}
