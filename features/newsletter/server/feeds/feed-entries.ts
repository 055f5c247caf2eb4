import { type AnyFeed, parseFeed } from 'feedsmith'
import { plainWords } from './plain-words.ts'

/** One thing a feed tells of, in plain words. */
export type FeedEntry = { guid: string; title: string; url: string; summary: string; publishedAt: Date | undefined }

/** What a feed says. */
export type FeedWords = { title: string; entries: FeedEntry[] }

type Raw = { guid: string | undefined; title: string; link: string | undefined; html: string; date: string | undefined }

/** Feeds tell the newest first. */
const mostEntries = 50
const longest = { title: 160, summary: 480, url: 1000, guid: 500 }

/**
 * Reads RSS, RDF, Atom and JSON Feed.
 *
 * @param base The feed's own address, for entries that tell theirs relative to it.
 * @returns What it says, entries without words or without an address to read on left out; undefined for what is no feed.
 */
export function readFeedEntries(text: string, base: string): FeedWords | undefined {
  // Feeds need no names of their own for letters, and such names can be told to grow without end.
  if (/<!ENTITY/i.test(text)) return undefined
  try {
    const read = parseFeed(text, { maxItems: mostEntries })
    return { title: plainWords(titleOf(read), longest.title), entries: rawOf(read).flatMap((raw) => entryOf(raw, base) ?? []) }
  } catch {
    return undefined
  }
}

const titleOf = (read: AnyFeed): string => (read.format === 'atom' ? read.feed.title?.value : read.feed.title) ?? ''

function rawOf(read: AnyFeed): Raw[] {
  switch (read.format) {
    case 'rss':
      return (read.feed.items ?? []).map((item) => ({
        guid: item.guid?.value,
        title: item.title ?? '',
        link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
        html: item.description ?? item.content?.encoded ?? '',
        date: item.pubDate ?? item.dc?.dates?.[0],
      }))
    case 'rdf':
      return (read.feed.items ?? []).map((item) => ({
        guid: item.link,
        title: item.title ?? '',
        link: item.link,
        html: item.description ?? item.content?.encoded ?? '',
        date: item.dc?.dates?.[0],
      }))
    case 'atom':
      return (read.feed.entries ?? []).map((entry) => ({
        guid: entry.id,
        title: entry.title?.value ?? '',
        link: (entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? entry.links?.[0])?.href,
        html: entry.summary?.value ?? entry.content?.value ?? '',
        date: entry.published ?? entry.updated,
      }))
    case 'json':
      return (read.feed.items ?? []).map((item) => ({
        guid: item.id,
        title: item.title ?? '',
        link: item.url ?? item.external_url,
        html: item.summary ?? item.content_text ?? item.content_html ?? '',
        date: item.date_published ?? item.date_modified,
      }))
  }
}

function entryOf({ guid, title, link, html, date }: Raw, base: string): FeedEntry | undefined {
  const words = plainWords(title, longest.title)
  const url = link && URL.parse(link.trim(), base)
  if (!words || !url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.href.length > longest.url) return undefined
  const publishedAt = date ? new Date(date) : undefined
  return {
    // No database keeps half letters or the sign for nothing.
    guid: ((guid ?? '').replaceAll(/\p{Cc}/gu, ' ').trim() || url.href).slice(0, longest.guid).toWellFormed(),
    title: words,
    url: url.href,
    summary: plainWords(html, longest.summary),
    publishedAt: publishedAt && Number.isFinite(publishedAt.getTime()) ? publishedAt : undefined,
  }
}
