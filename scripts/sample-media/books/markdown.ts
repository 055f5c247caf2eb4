import { Marked, type Token, type Tokens, type TokensList } from 'marked'
import { smartenQuotes } from './smart-quotes.ts'

const NUMBER = /^(about )?[−-]?\$?\d[\d,.:]*%?$/
const EXERCISE = /^\W*(try it|exercises?)(?=\s*(?:[:.*—\n]|$))/i
const MOST_ROWS_KEPT_TOGETHER = 12
const MOST_PARAGRAPHS_KEPT_TOGETHER = 4

const marked = new Marked({ gfm: true })

/**
 * Renders a chapter's Markdown to HTML for the page. A “Try it” heading and all under it, or a block quote
 * that opens with one, becomes a set-apart box; tables and notes stay whole on a page unless they are too long to.
 */
export function renderMarkdown(source: string): string {
  const tokens = marked.lexer(source)
  const html: string[] = []
  let boxDepth = 0
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading
      if (boxDepth >= depth) {
        html.push('</section>')
        boxDepth = 0
      }
      if (boxDepth === 0 && EXERCISE.test(text)) {
        html.push('<section class="exercise">')
        boxDepth = depth
      }
    }
    html.push(renderBlock(token, tokens.links))
  }
  if (boxDepth > 0) html.push('</section>')
  return smartenQuotes(html.join('\n'))
}

function renderBlock(token: Token, links: TokensList['links']): string {
  if (token.type === 'table') setNumbersRight(token as Tokens.Table)
  const html = marked.parser(Object.assign([token], { links }))
  if (token.type === 'blockquote' && (token as Tokens.Blockquote).tokens.length > MOST_PARAGRAPHS_KEPT_TOGETHER * 2) {
    return html.replace('<blockquote>', '<blockquote class="long">')
  }
  if (token.type === 'blockquote' && EXERCISE.test((token as Tokens.Blockquote).text)) {
    return html.replace('<blockquote>', '<blockquote class="exercise">')
  }
  if (token.type === 'table' && (token as Tokens.Table).rows.length > MOST_ROWS_KEPT_TOGETHER) {
    return html.replace('<table>', '<table class="long">')
  }
  return html
}

/** A column of nothing but numbers lines up on the right, except the first, which names the rows. */
function setNumbersRight(table: Tokens.Table): void {
  table.header.forEach((heading, column) => {
    const cells = table.rows.map((row) => row[column]).filter((cell) => cell !== undefined)
    const texts = cells.map((cell) => cell.text.replaceAll('*', '')).filter(Boolean)
    if (column === 0 || heading.align || !texts.every((text) => NUMBER.test(text))) return
    for (const cell of [heading, ...cells]) cell.align = 'right'
  })
}
