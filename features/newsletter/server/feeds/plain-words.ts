import { convert } from 'html-to-text'
import { clipWords } from '../clip-words.ts'

/** Longer texts are looked at so far; nobody shows more of them. */
const mostRead = 20_000

/** What steers a terminal, the direction of reading, or the places of a mail that differ per person. */
const unwanted = /[\p{Cc}\u2028\u2029]|(?!\u200d)\p{Cf}|\{\{|\}\}/gu

/**
 * The words of a piece of HTML from anywhere: no marks, no addresses, one line, cut at a word.
 *
 * @param longest Of the answer, in characters.
 */
export function plainWords(html: string, longest: number): string {
  const text = convert(html.slice(0, mostRead), {
    wordwrap: false,
    limits: { maxDepth: 40, maxChildNodes: 400, ellipsis: '' },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
  const line = text.replace(unwanted, ' ').replace(/\s+/g, ' ').trim()
  return clipWords(line, longest)
}
