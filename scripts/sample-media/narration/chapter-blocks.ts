import { Marked, type Token, type Tokens } from 'marked'
import { smartenQuotes } from '../books/smart-quotes.ts'
import { cardinal } from './spoken-numbers.ts'

/**
 * What is printed together and read together. `says` is the printed text in reading order, before numbers and units
 * become words.
 */
export type Block = { kind: 'title' | 'heading' | 'text'; text: string; says: string }

const marked = new Marked({ gfm: true })
const WHOLE_NUMBER = /^\d[\d,]*$/

/** Cuts a chapter into blocks: its title first, then headings, paragraphs, list items and table rows as they stand. */
export function chapterBlocks(chapter: { number: string; title: string; markdown: string }): Block[] {
  // A bonus chapter has no number and says so itself, in print with a colon.
  const title = chapter.title.replace(/^Bonus:\s*/i, '')
  const announced = chapter.number ? `Chapter ${cardinal(Number(chapter.number))}` : 'Bonus chapter'
  const opening: Block = { kind: 'title', text: plain(chapter.title), says: sentence(`${announced}. ${plain(title)}`) }
  return [opening, ...marked.lexer(chapter.markdown).flatMap(blocksOf)]
}

function blocksOf(token: Token): Block[] {
  if (token.type === 'space' || token.type === 'hr') return []
  if (token.type === 'heading') return [block(inline((token as Tokens.Heading).tokens), 'heading')]
  if (token.type === 'paragraph' || token.type === 'text') return [block(inline([token]))]
  if (token.type === 'blockquote') return (token as Tokens.Blockquote).tokens.flatMap(blocksOf)
  if (token.type === 'list') return listBlocks(token as Tokens.List)
  if (token.type === 'table') return tableBlocks(token as Tokens.Table)
  throw new Error(`nobody said how to read a ${token.type}: ${token.raw.slice(0, 60)}`)
}

function listBlocks(list: Tokens.List): Block[] {
  const first = Number(list.start) || 1
  return list.items.flatMap((item, index) => {
    const [opening, ...more] = item.tokens.flatMap(blocksOf)
    if (!opening) return []
    const says = list.ordered ? `${capitalized(cardinal(first + index))}. ${opening.says}` : opening.says
    return [{ ...opening, says }, ...more]
  })
}

/**
 * Two columns read as pairs after their heading; of three and more, each cell is named by its column.
 * A cell that is a whole number counts its column: “Bars | 16” reads “16 bars”.
 */
function tableBlocks(table: Tokens.Table): Block[] {
  const heads = table.header.map((cell) => inline(cell.tokens))
  const rows = table.rows.map((row) => row.map((cell) => inline(cell.tokens)))
  const wide = heads.length > 2
  const read = (cell: string, column: number) => {
    const head = heads[column] ?? ''
    if (WHOLE_NUMBER.test(cell)) return counted(cell, head)
    return wide && column > 0 ? `${head}: ${uncapitalized(cell)}` : cell
  }
  const rowBlocks = rows.map((cells) => ({
    kind: 'text' as const,
    text: cells.join(' · '),
    says: wide
      ? cells.map((cell, column) => sentence(read(cell, column))).join(' ')
      : sentence(cells.map(read).map(capitalized).join(': ')),
  }))
  return wide
    ? rowBlocks
    : [
        { kind: 'text', text: heads.join(' · '), says: sentence(heads.join(', ').replaceAll(/, \w/g, lowered)) },
        ...rowBlocks,
      ]
}

function counted(number: string, noun: string): string {
  const [first = '', ...rest] = uncapitalized(noun).split(' ')
  return [number, number === '1' ? first.replace(/s$/, '') : first, ...rest].join(' ')
}

function block(text: string, kind: Block['kind'] = 'text'): Block {
  return { kind, text, says: sentence(text) }
}

/** The text of inline Markdown without its marks, in the typographer's quotes it is printed in. */
function inline(tokens: Token[]): string {
  return plain(tokens.map(innerText).join(''))
}

function innerText(token: Token): string {
  if (token.type === 'br') return ' '
  if ('tokens' in token && token.tokens) return token.tokens.map(innerText).join('')
  return 'text' in token ? String(token.text) : ''
}

function plain(text: string): string {
  const unescaped = text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return smartenQuotes(unescaped).replace(/\s+/g, ' ').trim()
}

function sentence(text: string): string {
  return /[.?!:;][”’)]*$/.test(text) ? text : `${text}.`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Leaves names and abbreviations as they are. */
function uncapitalized(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? lowered(text) : text
}

function lowered(text: string): string {
  return text.toLowerCase() === text ? text : text.replace(/[A-Z]/, (letter) => letter.toLowerCase())
}
