import type { Article, ItemList, Periodical } from 'schema-dts'
import { issuePath, issueShareImage, type IssueHeadline, feedPath } from '#features/issues/contract.ts'

/**
 * The issue as something that appears, as search engines read it.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 */
export function periodicalData(origin: string): Exclude<Periodical, string> {
  return {
    '@type': 'Periodical',
    '@id': `${origin}/newsletter#periodical`,
    'name': 'The Friday newsletter',
    'url': `${origin}/newsletter`,
  }
}

/** The issues one page of the archive shows. */
export function issueListData(origin: string, issues: readonly IssueHeadline[]): Exclude<ItemList, string> {
  return {
    '@type': 'ItemList',
    'name': 'Newsletter issues',
    'numberOfItems': issues.length,
    'itemListElement': issues.map(({ title, slug }, index) => ({
      '@type': 'ListItem',
      'position': index + 1,
      'name': title,
      'url': origin + issuePath(slug),
    })),
  }
}

/** One issue; nothing that its page does not show. */
export function issueData(origin: string, issue: IssueHeadline): Exclude<Article, string> {
  const url = origin + issuePath(issue.slug)
  const organization = { '@type': 'Organization' as const, 'name': 'Swade', 'url': `${origin}/` }
  return {
    '@type': 'Article',
    '@id': url,
    url,
    'mainEntityOfPage': url,
    'headline': issue.title,
    'description': issue.summary,
    'datePublished': issue.sentAt,
    'inLanguage': 'en',
    'isAccessibleForFree': true,
    'image': origin + issueShareImage(issue.slug),
    'author': organization,
    'publisher': organization,
    'isPartOf': {
      '@type': 'PublicationIssue',
      ...(issue.number > 0 && { issueNumber: issue.number }),
      'datePublished': issue.sentAt,
      'isPartOf': periodicalData(origin),
    },
  }
}

/** Feed discovery link for the head of a page. */
export const feedLink = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: 'Swade: the Friday newsletter',
  href: feedPath,
} as const
