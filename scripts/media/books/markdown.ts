import MarkdownIt from 'markdown-it'

type CoreState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0]
type Tokens = CoreState['tokens']

const EXERCISE = /^(try it|exercise)\b/i
const TASK = /^\[[ x]\]\s+/i

const markdown = new MarkdownIt({ html: false, typographer: true })
markdown.core.ruler.push('exercises', setExercisesApart)
markdown.core.ruler.push('tasks', drawTaskBoxes)
markdown.core.ruler.push('long-tables', letLongTablesBreak)

/** Renders a chapter's Markdown (CommonMark, GFM tables and task lists) to HTML for the page. */
export function renderMarkdown(source: string): string {
  return markdown.render(source)
}

/** A “Try it” heading and all under it, or a block quote that opens with one, becomes a set-apart box. */
function setExercisesApart(state: CoreState): void {
  const out: Tokens = []
  let openLevel = 0
  const raw = (html: string) => {
    const token = new state.Token('html_block', '', 0)
    token.content = `${html}\n`
    return token
  }
  state.tokens.forEach((token, index) => {
    const text = state.tokens[index + 1]?.content ?? ''
    if (token.type === 'heading_open' && token.level === 0) {
      const level = Number(token.tag.slice(1))
      if (openLevel > 0 && level <= openLevel) {
        out.push(raw('</section>'))
        openLevel = 0
      }
      if (openLevel === 0 && EXERCISE.test(text)) {
        out.push(raw('<section class="exercise">'))
        openLevel = level
      }
    }
    if (token.type === 'blockquote_open') {
      const opening = state.tokens[index + 2]?.content ?? ''
      if (EXERCISE.test(opening.replace(/^[*_#\s]+/, ''))) token.attrJoin('class', 'exercise')
    }
    out.push(token)
  })
  if (openLevel > 0) out.push(raw('</section>'))
  state.tokens = out
}

/** `- [ ] item` prints a box to tick by hand. */
function drawTaskBoxes(state: CoreState): void {
  state.tokens.forEach((token, index) => {
    const inline = state.tokens[index + 2]
    const first = inline?.children?.[0]
    if (token.type !== 'list_item_open' || inline?.type !== 'inline' || !first) return
    if (!TASK.test(first.content)) return
    first.content = first.content.replace(TASK, '')
    token.attrJoin('class', 'task')
  })
}

/** Tables stay whole on a page unless they are too long to. */
function letLongTablesBreak(state: CoreState): void {
  const MOST_ROWS_KEPT_TOGETHER = 12
  let open: Tokens[number] | undefined
  let rows = 0
  for (const token of state.tokens) {
    if (token.type === 'table_open') [open, rows] = [token, 0]
    if (token.type === 'tr_open') rows += 1
    if (token.type === 'table_close' && rows > MOST_ROWS_KEPT_TOGETHER) open?.attrJoin('class', 'long')
  }
}
