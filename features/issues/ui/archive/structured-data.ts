import type { Article, ItemList, Periodical } from 'schema-dts'
import { issueLanguage, issuePath, issueShareImage, type IssueHeadline, feedPath } from '#features/issues/contract.ts'

/**
 * Returns the newsletter as a periodical for search engines.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 * @param name Name of the newsletter, in the language of the page.
 */
export function periodicalData(origin: string, name: string): Exclude<Periodical, string> {
  return {
    '@type': 'Periodical',
    '@id': `${origin}/newsletter#periodical`,
    name,
    'url': `${origin}/newsletter`,
  }
}

/**
 * Returns the issues on one page of the archive as a list for search engines. @param name Name of the list, in the
 * language of the page.
 */
export function issueListData(
  origin: string,
  name: string,
  issues: readonly IssueHeadline[],
): Exclude<ItemList, string> {
  return {
    '@type': 'ItemList',
    name,
    'numberOfItems': issues.length,
    'itemListElement': issues.map(({ title, slug }, index) => ({
      '@type': 'ListItem',
      'position': index + 1,
      'name': title,
      'url': origin + issuePath(slug),
    })),
  }
}

/**
 * Returns one issue for search engines, with nothing that its page does not show.
 *
 * @param site.newsletter Name of the newsletter in the language of the page.
 */
export function issueData(
  { origin, siteName, newsletter }: { origin: string; siteName: string; newsletter: string },
  issue: IssueHeadline,
): Exclude<Article, string> {
  const url = origin + issuePath(issue.slug)
  const organization = { '@type': 'Organization' as const, 'name': siteName, 'url': `${origin}/` }
  return {
    '@type': 'Article',
    '@id': url,
    url,
    'mainEntityOfPage': url,
    'headline': issue.title,
    'description': issue.summary,
    'datePublished': issue.sentAt,
    'inLanguage': issueLanguage,
    'isAccessibleForFree': true,
    'image': origin + (issue.image ?? issueShareImage(issue.slug)),
    'author': organization,
    'publisher': organization,
    'isPartOf': {
      '@type': 'PublicationIssue',
      ...(issue.number > 0 && { issueNumber: issue.number }),
      'datePublished': issue.sentAt,
      'isPartOf': periodicalData(origin, newsletter),
    },
  }
}

/** Returns the feed discovery link for the head of a page. */
export const feedLink = (title: string) => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title,
  href: feedPath,
})
