import type { Article, ItemList, Periodical } from 'schema-dts'
import { issuePath, issueShareImage, type IssueHeadline, feedPath } from '#features/issues/contract.ts'

/**
 * The letter as something that appears, as search engines read it.
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

/** The letters one page of the archive shows. */
export function issueListData(origin: string, letters: readonly IssueHeadline[]): Exclude<ItemList, string> {
  return {
    '@type': 'ItemList',
    'name': 'Newsletter issues',
    'numberOfItems': letters.length,
    'itemListElement': letters.map(({ title, slug }, index) => ({
      '@type': 'ListItem',
      'position': index + 1,
      'name': title,
      'url': origin + issuePath(slug),
    })),
  }
}

/** One letter; nothing that its page does not show. */
export function issueData(origin: string, letter: IssueHeadline): Exclude<Article, string> {
  const url = origin + issuePath(letter.slug)
  const house = { '@type': 'Organization' as const, 'name': 'Swade', 'url': `${origin}/` }
  return {
    '@type': 'Article',
    '@id': url,
    url,
    'mainEntityOfPage': url,
    'headline': letter.title,
    'description': letter.summary,
    'datePublished': letter.sentAt,
    'inLanguage': 'en',
    'isAccessibleForFree': true,
    'image': origin + issueShareImage(letter.slug),
    'author': house,
    'publisher': house,
    'isPartOf': {
      '@type': 'PublicationIssue',
      ...(letter.number > 0 && { issueNumber: letter.number }),
      'datePublished': letter.sentAt,
      'isPartOf': periodicalData(origin),
    },
  }
}

/** In the head of a page, where feed readers look. */
export const feedLink = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: 'Swade: the Friday newsletter',
  href: feedPath,
} as const
