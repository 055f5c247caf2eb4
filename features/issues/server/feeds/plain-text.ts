import { convert } from 'html-to-text'
import { clipText } from '../clip-text.ts'

/** Maximum length of text to parse; the rest would never be shown. */
const maxReadLength = 20_000

/** Line breaks, control characters, and the delimiters of template variables; each becomes a space. */
const breaks = /[\p{Cc}\u2028\u2029]|\{\{|\}\}/gu

/**
 * Invisible characters, such as soft hyphens and direction marks, are removed. The joiners of Persian, Indic scripts
 * and emoji, Arabic number signs and regional flag tags are visible parts and stay.
 */
const unseen =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/gu

/** Joiners without a neighbor to join. */
const looseJoiners = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/gu

/**
 * Declared type of a feed's text. Where the format does not define it (titles and descriptions of RSS, an Atom title
 * without a type), it counts as HTML only if it looks like HTML: a title in which every `<` belongs to a known, closed
 * element, or a description with at least one. `Vec<String>` is text.
 */
export type TextKind = 'html' | 'text' | 'open-title' | 'open-description'

/**
 * Returns untrusted text as plain text: no markup, no addresses, one line, cut at a word.
 *
 * @param longest Maximum length of the result, in characters.
 */
export function plainText(text: string, longest: number, kind: TextKind = 'html'): string {
  const read = text.slice(0, maxReadLength)
  const isHtml =
    kind === 'html' ||
    (kind === 'open-title' && isMarkedUp(read)) ||
    (kind === 'open-description' && containsTags(read))
  // If the type is open, `&amp;` is treated as an entity: it is rarely meant literally, and many feeds escape titles
  // twice.
  const plain = isHtml ? wordsOf(read) : kind === 'text' ? read : wordsOf(read.replaceAll('<', '&lt;'))
  const line = plain
    .replace(breaks, ' ')
    .replace(unseen, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(looseJoiners, '')
    .trim()
  return clipText(line, longest)
}

function wordsOf(html: string): string {
  return convert(html, {
    wordwrap: false,
    // The library's own list contains the zero width space, which is not whitespace.
    whitespaceCharacters: ' \t\r\n\f',
    limits: { maxDepth: 40, maxChildNodes: 400, ellipsis: '' },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
}

const tag = /<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?\/?>/gi
const voidElements = new Set(['br', 'hr', 'img', 'wbr', 'input', 'source'])
/** Elements of titles and paragraphs; structural page elements do not occur in feeds. */
const elements = new Set(
  [
    'a abbr acronym address article aside audio b bdi bdo big blockquote br button caption center cite code col dd del details dfn div dl dt em',
    'embed figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label li main mark nav nobr object ol p picture',
    'pre q rp rt ruby s samp script section small source span strike strong style sub summary sup svg table tbody td tfoot th thead time tr tt u',
    'ul var video wbr',
  ].flatMap((line) => line.split(' ')),
)

function tagsIn(text: string): { name: string; isEnd: boolean }[] {
  return [...text.matchAll(tag)]
    .map(([, slash, name = '']) => ({ name: name.toLowerCase(), isEnd: slash === '/' }))
    .filter(({ name }) => elements.has(name))
}

const containsTags = (text: string) => tagsIn(text).length > 0

function isMarkedUp(text: string): boolean {
  const tags = tagsIn(text)
  if (tags.length === 0 || tags.length !== text.split('<').length - 1) return false
  const open: string[] = []
  for (const { name, isEnd } of tags) {
    if (voidElements.has(name)) continue
    if (!isEnd) open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}
