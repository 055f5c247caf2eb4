import { feedPath } from '#features/newsletter/archive.ts'

/** In the head of a page, where feed readers look. */
export const feedLink = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: 'Swade: the Friday letter',
  href: feedPath,
} as const
