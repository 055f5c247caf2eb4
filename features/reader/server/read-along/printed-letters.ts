import type { TextLine } from '#features/reader/contract.ts'
import { lettersOf } from './letters.ts'
import type { Slices } from './slices.ts'

/** The letters of a book in one string, and the line and page of each. */
export type PrintedLetters = { letters: string; lines: { page: number; line: number; from: number; to: number }[] }

type Line = Pick<TextLine, 'x' | 'y' | 'width' | 'height' | 'text'>

/**
 * An outermost line that repeats at the same height this often, at most two pages apart, is a header or footer;
 * numbers are ignored.
 */
const minRepeats = 3

/**
 * Reads the pages in order, without headers, footers and page numbers.
 *
 * @param pages Lines of page 1, 2 and so on, as in the PDF.
 * @param order `given` as in the file, or `sight` from top to bottom, because files may draw lists and boxes at any
 *   time.
 * @yields To let other work run.
 */
export function* printedLetters(pages: readonly (readonly Line[])[], order: 'given' | 'sight'): Slices<PrintedLetters> {
  const furniture = yield* findFurniture(pages)
  const lines: PrintedLetters['lines'] = []
  const parts: string[] = []
  let length = 0
  for (const [index, page] of pages.entries()) {
    yield
    const bodyLines = page.map((line, at) => ({ line, at })).filter(({ line }) => !furniture.has(furnitureKey(line)))
    if (order === 'sight')
      bodyLines.sort((a, b) => (isBeside(a.line, b.line) ? a.line.x - b.line.x : a.line.y - b.line.y))
    for (const { line, at } of bodyLines) {
      const letters = lettersOf(line.text)
      if (letters === '') continue
      lines.push({ page: index + 1, line: at, from: length, to: length + letters.length })
      parts.push(letters)
      length += letters.length
    }
  }
  return { letters: parts.join(''), lines }
}

function* findFurniture(pages: readonly (readonly Line[])[]): Slices<Set<string>> {
  const runs = new Map<string, { last: number; count: number }>()
  const found = new Set<string>()
  for (const [index, page] of pages.entries()) {
    yield
    for (const key of new Set(outermost(page).map(furnitureKey))) {
      const run = runs.get(key)
      const count = run && index - run.last <= 2 ? run.count + 1 : 1
      runs.set(key, { last: index, count })
      if (count >= minRepeats) found.add(key)
    }
  }
  return found
}

/** Returns the highest row and the lowest. */
function outermost(page: readonly Line[]): Line[] {
  const byHeight = page.toSorted((a, b) => a.y - b.y)
  return page.filter((line) => isBeside(line, byHeight[0]!) || isBeside(line, byHeight.at(-1)!))
}

function furnitureKey({ y, text }: Line): string {
  return `${Math.round(y * 200)} ${lettersOf(text).replaceAll(/\p{N}/gu, '')}`
}

function isBeside(a: Line, b: Line): boolean {
  return Math.abs(a.y + a.height / 2 - (b.y + b.height / 2)) < Math.min(a.height, b.height) / 2
}
