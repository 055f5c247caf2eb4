import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

test('an exercise is boxed up to the next heading of its level', () => {
  const html = renderMarkdown('## Try it\n\nCount.\n\n### Twice\n\n## After\n\nText.\n')
  expect(html).toMatch(/<section class="exercise">\s*<h2>Try it<\/h2>[\s\S]*<h3>Twice<\/h3>\s*<\/section>\s*<h2>After/)
})

test('a heading that only begins with the words is not an exercise', () => {
  expect(renderMarkdown('## Try it on yourself\n')).not.toContain('exercise')
})

test('a column of numbers is aligned right, words and the first column are not', () => {
  const html = renderMarkdown('| Year | Sum | Note |\n|---|---|---|\n| 1 | $1.98 | fine |\n| 2 | **19%** | 3 left |\n')
  expect(html.match(/align="right"/g)).toHaveLength(3)
})

test('quotation marks curl the right way across markup and stay straight in code', () => {
  const html = renderMarkdown('She said "**no**," and it\'s \'83. `a "b"`\n')
  expect(html).toContain('“<strong>no</strong>,” and it’s ’83. <code>a &quot;b&quot;</code>')
})
