import { gapBetween, isPlaced, median } from './frame.ts'
import type { Letter, Placed } from './letters.ts'

/** Minimum number of separate letters that form a letter-spaced word; fewer may be a list. */
const fewestSpaced = 4

/** In type sizes: smaller gaps are body text, larger ones a table. */
const spaced = { least: 0.08, most: 0.8 }

/**
 * Gaps that may be spaces, in type sizes: between letters that do not touch, beside replacement text, and elsewhere.
 */
const minGap = { touching: 0.06, alone: 0.2, besidePrinted: 0.9, elsewhere: 0.5 }

/** A gap is a space if it is wider than the usual gap by this part of the type size, and by this factor. */
const blank = { more: 0.18, factor: 1.35 }

/**
 * Removes inferred spaces from lines with wide letter spacing: letters at equal distances form one word. Printed spaces
 * stay.
 *
 * @param hasPrintedBlanks Whether the page has any, see {@link printsBlanks}.
 */
export function respace(line: readonly Letter[], shape: number, hasPrintedBlanks: boolean): Letter[] {
  const letters = withoutVagueBlanks(line, shape, hasPrintedBlanks)
  if (!letters.some((letter) => letter.text === ' ' && !isPlaced(letter))) return [...letters]
  return settings(letters).flatMap(
    (part) => spacedOut(part, shape) ?? splitAtSingles(part).flatMap((run) => spacedOut(run, shape) ?? run),
  )
}

/**
 * Removes spaces that no gap explains: on pages with printed spaces, there is none between letters that touch; and
 * beside replacement text, whose pieces PDFium considers separate letters, a gap must be wide.
 */
function withoutVagueBlanks(letters: readonly Letter[], shape: number, hasPrintedBlanks: boolean): Letter[] {
  return letters.filter((letter, at) => {
    if (letter.text !== ' ' || isPlaced(letter)) return true
    const before = letters.slice(0, at).findLast(isPlaced)
    const after = letters.slice(at).find(isPlaced)
    if (!before || !after) return true
    const isVague = before.isPlaceholder || after.isPlaceholder
    if (!isVague && !hasPrintedBlanks) return true
    return (
      gapBetween(before, after, shape) >
      (!isVague ? minGap.touching : hasPrintedBlanks ? minGap.besidePrinted : minGap.alone)
    )
  })
}

/**
 * Removes printed spaces that are not positioned between their neighbors: some programs write the spaces of a line
 * after text in another font. PDFium infers a space from the gap at the real position.
 */
export function withoutStrayBlanks(letters: readonly Letter[], shape: number): Letter[] {
  return letters.filter((letter, at) => {
    const [before, after] = [letters[at - 1], letters[at + 1]]
    if (letter.text !== ' ' || !isPlaced(letter) || !before || !after || !isPlaced(before) || !isPlaced(after))
      return true
    return gapBetween(before, letter, shape) < minGap.elsewhere || gapBetween(before, after, shape) > minGap.touching
  })
}

/** Returns whether a page prints spaces between its words; otherwise only gaps indicate them. */
export function printsBlanks(letters: readonly Letter[]): boolean {
  const placed = letters.filter(isPlaced)
  return placed.filter(({ text }) => text === ' ').length > placed.length * 0.015
}

/** Runs of one type size. */
function settings(letters: readonly Letter[]): Letter[][] {
  const parts: Letter[][] = []
  for (const letter of letters) {
    const part = parts.at(-1)
    const last = part?.findLast(isPlaced)
    const isAnother = last && isPlaced(letter) && Math.abs(letter.em - last.em) > 0.05 * Math.max(letter.em, last.em)
    if (part && !isAnother) part.push(letter)
    else parts.push([letter])
  }
  return parts
}

/** Separates a run of single letters from the words beside it. */
function splitAtSingles(letters: Letter[]): Letter[][] {
  const isSingle = letters.map(
    (letter, at) => isPlaced(letter) && letter.text !== ' ' && isEdge(letters[at - 1]) && isEdge(letters[at + 1]),
  )
  const parts: Letter[][] = []
  let from = 0
  for (let at = 0; at < letters.length; at += 1) {
    if (!isSingle[at]) continue
    let to = at
    while (to + 1 < letters.length && (isSingle[to + 1] || (letters[to + 1]!.text === ' ' && isSingle[to + 2]))) to += 1
    if (isSingle.slice(at, to + 1).filter(Boolean).length >= fewestSpaced) {
      if (at > from) parts.push(letters.slice(from, at))
      parts.push(letters.slice(at, to + 1))
      from = to + 1
    }
    at = to
  }
  if (from < letters.length) parts.push(letters.slice(from))
  return parts
}

const isEdge = (letter: Letter | undefined) => letter === undefined || letter.text === ' '

/**
 * Returns the letters of a run with wide letter spacing, with spaces at wider gaps; undefined for body text.
 */
function spacedOut(letters: Letter[], shape: number): Letter[] | undefined {
  const placed = letters.filter(isPlaced)
  const gaps = placed
    .slice(1)
    .flatMap((letter, at) => (bothPrinted(placed[at]!, letter) ? gapBetween(placed[at]!, letter, shape) : []))
  const usual = median(gaps)
  if (placed.filter(({ text }) => text !== ' ').length < fewestSpaced || usual < spaced.least || usual > spaced.most)
    return undefined
  return letters.filter((letter, at) => {
    if (isPlaced(letter) || letter.text !== ' ') return true
    const before = letters.slice(0, at).findLast(isPlaced)
    const after = letters.slice(at).find(isPlaced)
    if (!before || !after) return true
    return (
      bothPrinted(before, after) &&
      gapBetween(before, after, shape) > Math.max(usual + blank.more, usual * blank.factor)
    )
  })
}

const bothPrinted = (one: Placed, other: Placed) => one.text !== ' ' && other.text !== ' '
