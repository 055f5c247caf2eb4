import sanitize from 'sanitize-html'
import type { IssueContent } from '#features/newsletter/issue.ts'

/** Every address an issue leads to, once, in the order of the mail. */
export function linksOf({ html_content, key_insights, freemium_tools, featured_sources }: IssueContent): string[] {
  const found: string[] = []
  sanitize(html_content, {
    allowedTags: ['a'],
    allowedAttributes: { a: ['href'] },
    onOpenTag: (tag, { href }) => {
      if (tag === 'a' && href) found.push(href)
    },
  })
  for (const { source } of [...key_insights, ...freemium_tools]) found.push(source.url)
  for (const { url } of featured_sources) found.push(url)
  return [...new Set(found.filter((url) => url !== ''))]
}
