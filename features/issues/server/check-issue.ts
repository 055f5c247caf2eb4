import { quoteTitle } from '#shared/quotation-marks.ts'
import { type IssueCheck, type IssueContent, missingPostalAddress, type Source } from '#features/issues/contract.ts'
import { type LinkChecker, checkLinks } from './check-links.ts'
import sanitize from 'sanitize-html'

/** Gmail clips a longer email: the rest, including the unsubscribe link, is hidden behind a link. */
const maxBytes = 102 * 1024

const maxLinks = 100

type Problem = IssueCheck['problems'][number]
type Ground = { origin: string; needsPostalAddress: boolean; checkTarget: LinkChecker }

/** Lists all problems that keep an issue from being sent. @param htmlBytes Size of the longest delivery. */
export async function findProblems(
  content: IssueContent,
  htmlBytes: number,
  { origin, needsPostalAddress, checkTarget }: Ground,
): Promise<Problem[]> {
  const problems: Problem[] = []
  const isEmpty =
    content.html_content.replaceAll(/<[^>]*>/g, '').trim() === '' &&
    content.key_insights.length === 0 &&
    content.freemium_tools.length === 0
  if (isEmpty) problems.push({ kind: 'empty', text: 'This issue has no content. Add text, an insight or a tool.' })
  problems.push(...withoutSource(content))
  const links = linksOf(content)
  if (links.length > maxLinks)
    problems.push({
      kind: 'too-heavy',
      text: `This issue has ${links.length} links. Use at most ${maxLinks}, because emails with more links look like spam.`,
    })
  const sources = new Set(sourcesOf(content).map(({ url }) => url))
  for (const { url, isOwn, words } of await checkLinks(links.slice(0, maxLinks), origin, checkTarget))
    problems.push(
      isOwn && sources.has(url)
        ? { kind: 'unknown-record', text: `The source ${url} on this site ${words}.`, url }
        : { kind: 'dead-link', text: `The link ${url} ${words}.`, url },
    )
  if (htmlBytes > maxBytes)
    problems.push({
      kind: 'too-heavy',
      text: `The email can be up to ${Math.ceil(htmlBytes / 1024)} KB. Gmail clips emails above 102 KB.`,
    })
  if (needsPostalAddress)
    problems.push({
      kind: 'no-postal-address',
      text: missingPostalAddress,
    })
  return problems
}

/** Lists insights and tools without a source, which is required. */
function withoutSource({ key_insights, freemium_tools }: IssueContent): Problem[] {
  const items = [...key_insights.map(({ title, source }) => ({ name: title, source })), ...freemium_tools]
  return items
    .filter(({ source }) => source.url === '')
    .map(({ name }) => ({ kind: 'unsourced', text: `${quoteTitle(name)} has no source.` }))
}

function sourcesOf({ key_insights, freemium_tools, featured_sources }: IssueContent): Source[] {
  return [
    ...key_insights.map(({ source }) => source),
    ...freemium_tools.map(({ source }) => source),
    ...featured_sources,
  ]
}

/** Lists every address that an issue links to, without duplicates, in the order of the email. */
function linksOf({ html_content, key_insights, freemium_tools, featured_sources }: IssueContent): string[] {
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
