import { expect, test } from 'vitest'
import { digestContent, type DigestedIssue } from './digest-content.ts'

const source = { title: '', url: '' }
const htmlOf = (title: string, insights: string[], summary = '') => {
  const content = { summary, key_insights: insights.map((one) => ({ title: one, description: '', source })) }
  const issues: DigestedIssue[] = [{ slug: 'one', title, content }]
  return digestContent(issues, 'November 2026', 'https://swade.example').html_content
}
const heading = (title: string) => `<h2><a href="https://swade.example/newsletter/one">${title}</a></h2>`

test('a digest lists the insights of an issue, without the one that the issue is named after', () => {
  const insights = ['New in the library: Dub', 'Meet <Ada> & Eve', '']
  expect(htmlOf('New in the library: Dub', insights, 'New in this issue: “Dub.”')).toBe(
    `${heading('New in the library: Dub')}<ul><li>Meet &lt;Ada&gt; &amp; Eve</li></ul>`,
  )
  expect(htmlOf('A', ['A'], 'In this issue: A.')).toBe(heading('A'))
})

test.each(['In this issue, we listen.', 'This issue is about <dub>.'])(
  'an issue without insights is quoted, so that “%s” does not mean the digest',
  (summary) => {
    const quoted = summary.replace('<dub>', '&lt;dub&gt;')
    expect(htmlOf('A', [], summary)).toBe(`${heading('A')}<blockquote><p>${quoted}</p></blockquote>`)
  },
)

test('an issue without insights and summary has only its title', () => expect(htmlOf('A', [])).toBe(heading('A')))
