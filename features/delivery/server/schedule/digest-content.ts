import type { IssueContent } from '#features/issues/contract.ts'

/** An issue that was sent in the month of a digest. */
export type DigestedIssue = {
  slug: string
  title: string
  content: Pick<IssueContent, 'summary' | 'key_insights'>
}

/** Maximum number of insights that are listed per issue. */
const maxInsights = 5

/**
 * Returns the content of a digest: each issue with the titles of its insights. An issue without insights has its
 * summary, as a quotation, because "this issue" in it does not mean the digest.
 *
 * @param month Month of the issues, such as `November 2026`.
 * @param origin Origin of this site, without a slash at the end.
 */
export function digestContent(sent: readonly DigestedIssue[], month: string, origin: string): Partial<IssueContent> {
  const url = ({ slug }: DigestedIssue) => `${origin}/newsletter/${slug}`
  return {
    summary: `${sent.length === 1 ? 'One issue' : `${sent.length} issues`} from ${month}, in brief.`,
    html_content: sent
      .map((issue) => `<h2><a href="${escape(url(issue))}">${escape(issue.title)}</a></h2>${briefOf(issue)}`)
      .join(''),
    featured_sources: sent.map((issue) => ({ title: issue.title, url: url(issue) })),
    written_by: 'our software, from the issues of the month',
  }
}

function briefOf({ title, content: { summary, key_insights: insights } }: DigestedIssue): string {
  const titles = insights.map((insight) => insight.title).filter(Boolean)
  if (titles.length === 0) return summary ? `<blockquote><p>${escape(summary)}</p></blockquote>` : ''
  // A generated issue is named after its first insight.
  const others = titles.filter((one) => one !== title).slice(0, maxInsights)
  return others.length > 0 ? `<ul>${others.map((one) => `<li>${escape(one)}</li>`).join('')}</ul>` : ''
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
