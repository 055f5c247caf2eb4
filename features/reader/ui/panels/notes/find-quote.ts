import { foldCharacters, endsUnspaced, isUnspaced } from '#shared/fold-text.ts'
import { sliceWhole } from '#shared/cut-text.ts'
import type { TextLine } from '#features/reader/contract.ts'
import type { TextPosition } from '../line-boxes.ts'
import { contextLength, type Passage } from './annotation.ts'

/** A page's letters in a row, each with its range in the line. */
type Letters = { text: string; from: { line: number; start: number; end: number }[] }

/** Ignored when passages are compared: spaces and hyphens. */
const weightless = /\s|\p{Pd}/gu

/**
 * Returns the text between two positions as a person would copy it: lines joined by spaces, hyphenated words
 * rejoined.
 */
export function textBetween(
  lines: readonly Pick<TextLine, 'text' | 'isGlued'>[],
  start: TextPosition,
  end: TextPosition,
): string {
  const parts = lines.slice(start.line, end.line + 1).map(({ text }, index) => {
    const line = start.line + index
    return text.slice(line === start.line ? start.offset : 0, line === end.line ? end.offset : undefined)
  })
  return parts
    .reduce((whole, part, index) => {
      if (lines[start.line + index]?.isGlued) return whole + part
      const next = part.trimStart()
      // A lower-case letter after the break means that the hyphen is a line-end hyphen.
      if (/\p{L}-$/u.test(whole) && /^\p{Ll}/u.test(next)) return whole.slice(0, -1) + next
      // Scripts without spaces have none at line breaks either.
      if (endsUnspaced(whole) && isUnspaced(next)) return whole + next
      return `${whole.trimEnd()} ${next}`
    }, '')
    .trim()
}

/** Creates a passage from two positions; undefined if it contains no text. */
export function passageBetween(
  page: number,
  lines: readonly TextLine[],
  start: TextPosition,
  end: TextPosition,
): Passage | undefined {
  const quote = textBetween(lines, start, end)
  if (quote === '') return undefined
  const pageStart = { line: 0, offset: 0 }
  const pageEnd = { line: lines.length - 1, offset: lines.at(-1)?.text.length ?? 0 }
  const before = textBetween(lines, pageStart, start)
  return {
    page,
    start,
    end,
    quote,
    before: sliceWhole(before, before.length - contextLength),
    after: sliceWhole(textBetween(lines, end, pageEnd), 0, contextLength),
  }
}

/**
 * Finds a passage on a page with different line breaks, hyphens, quotation marks or case.
 *
 * @returns Its position; of equal passages the one with the best matching context, or the first. Undefined if not
 *   found.
 */
export function findQuote(
  lines: readonly Pick<TextLine, 'text'>[],
  passage: Pick<Passage, 'quote' | 'before' | 'after'>,
): { start: TextPosition; end: TextPosition } | undefined {
  const quote = lettersOf(passage.quote)
  if (quote === '') return undefined
  const page = spread(lines)
  const before = lettersOf(passage.before)
  const after = lettersOf(passage.after)
  let best: { at: number; fit: number } | undefined
  for (let at = page.text.indexOf(quote); at >= 0; at = page.text.indexOf(quote, at + 1)) {
    const fit = sharedEnd(page.text.slice(0, at), before) + sharedStart(page.text.slice(at + quote.length), after)
    if (!best || fit > best.fit) best = { at, fit }
  }
  if (!best) return undefined
  const first = page.from[best.at]!
  const last = page.from[best.at + quote.length - 1]!
  return { start: { line: first.line, offset: first.start }, end: { line: last.line, offset: last.end } }
}

function spread(lines: readonly Pick<TextLine, 'text'>[]): Letters {
  let text = ''
  const from: Letters['from'] = []
  lines.forEach(({ text: words }, line) => {
    foldCharacters(words, (folded, start, length) => {
      // One character may fold to several letters (\ufb01, \u2026), which all map to its position.
      const letters = folded.replace(weightless, '')
      for (let count = 0; count < letters.length; count += 1) from.push({ line, start, end: start + length })
      text += letters
    })
  })
  return { text, from }
}

/** Each letter is folded alone, so that the result does not depend on its neighbors. */
function lettersOf(text: string): string {
  let letters = ''
  foldCharacters(text, (folded) => (letters += folded.replace(weightless, '')))
  return letters
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}

function sharedEnd(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1
  return length
}
