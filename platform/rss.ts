import { generateRssFeed } from 'feedsmith'

/**
 * Writes an RSS 2.0 document.
 *
 * @see https://www.rssboard.org/rss-specification
 */
export function writeRss(feed: Parameters<typeof generateRssFeed>[0]): string {
  return (
    generateRssFeed(feed)
      // Not every feed reader trims titles.
      .replace(/>\s+<!\[CDATA\[/g, '><![CDATA[')
      .replace(/\]\]>\s+<\//g, ']]></')
      // Control characters are not allowed in XML at all, not even escaped.
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
  )
}
