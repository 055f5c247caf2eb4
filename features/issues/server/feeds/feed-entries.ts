import { type AnyFeed, parseFeed } from 'feedsmith'
import { readFeedDate } from './feed-date.ts'
import { findLinkBases } from './link-bases.ts'
import { plainText, type TextKind } from './plain-text.ts'

/** An item of a feed, as plain text. */
export type FeedEntry = { guid: string; title: string; url: string; summary: string; publishedAt: Date | undefined }

/** Parsed content of a feed. */
export type FeedContent = { title: string; entries: FeedEntry[] }

type Text = { value: string; kind: TextKind }

/** @property bases Base URLs of its link, the outermost first; each may be relative to the one before. */
type Raw = {
  guid: string | undefined
  title: Text
  link: string | undefined
  summary: Text
  date: string | undefined
  bases: (string | undefined)[]
}

/** Feeds list the newest entries first. */
const maxEntries = 50
const maxLength = { title: 160, summary: 480, url: 1000, guid: 500 }

/**
 * Parses RSS, RDF, Atom and JSON Feed.
 *
 * @param base The feed's own address, for relative links.
 * @returns The content without items that lack text or a link; undefined when it is not a feed.
 */
export function readFeedEntries(text: string, base: string): FeedContent | undefined {
  // Feeds need no entity declarations, which can expand without limit.
  if (declaresEntities(text)) return undefined
  try {
    const read = parseFeed(text, { maxItems: maxEntries })
    const title = titleOf(read)
    return {
      title: plainText(title.value, maxLength.title, title.kind),
      entries: rawOf(read, text).flatMap((raw) => entryOf(raw, base) ?? []),
    }
  } catch {
    return undefined
  }
}

/**
 * Returns whether a document declares entities, which is possible only in its prolog; the same characters later are
 * text. @see https://www.w3.org/TR/xml/#NT-prolog
 */
function declaresEntities(text: string): boolean {
  let at = 0
  for (;;) {
    while (at < text.length && /[\s\uFEFF]/.test(text[at]!)) at += 1
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (end === undefined) break
    const next = text.indexOf(end, at)
    if (next === -1) return false
    at = next + end.length
  }
  const head = /^<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*')*\[/i.exec(text.slice(at))?.[0]
  return head !== undefined && /<!ENTITY/i.test(text.slice(at + head.length))
}

const openTitle = (value: string | undefined): Text => ({ value: value ?? '', kind: 'open-title' })
const openDescription = (value: string): Text => ({ value, kind: 'open-description' })
const html = (value: string): Text => ({ value, kind: 'html' })
const plain = (value: string): Text => ({ value, kind: 'text' })

/**
 * Returns the text of an Atom element by its declared type. Without a type it is text by the standard, but HTML in many
 * feeds.
 */
function typed(
  text: { value?: string | undefined; type?: string | undefined } | undefined,
  untyped: TextKind,
): Text | undefined {
  if (text?.value === undefined) return undefined
  const kind = text.type?.toLowerCase().split(';')[0]?.trim()
  if (kind === undefined || kind === '') return { value: text.value, kind: untyped }
  if (/^(x?html|text\/html|application\/xhtml\+xml)$/.test(kind)) return html(text.value)
  // Other types are images, recordings or other documents.
  return kind === 'text' || kind.startsWith('text/') ? plain(text.value) : undefined
}

/** Returns whether a link leads to a page; an enclosure and the feed's own address do not. */
const isToRead = ({ rel }: { rel?: string | undefined }) => !/^(enclosure|self|edit)/.test(rel ?? '')

const titleOf = (read: AnyFeed): Text =>
  read.format === 'atom' ? (typed(read.feed.title, 'open-title') ?? plain('')) : openTitle(read.feed.title)

function rawOf(read: AnyFeed, text: string): Raw[] {
  switch (read.format) {
    case 'rss':
      return (read.feed.items ?? []).map((item) => ({
        guid: item.guid?.value,
        title: openTitle(item.title),
        link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
        summary: item.description === undefined ? html(item.content?.encoded ?? '') : openDescription(item.description),
        date: item.pubDate ?? item.dc?.dates?.[0],
        bases: [read.feed.xml?.base, item.xml?.base],
      }))
    case 'rdf':
      return (read.feed.items ?? []).map((item) => ({
        guid: item.link,
        title: openTitle(item.title),
        link: item.link,
        summary: item.description === undefined ? html(item.content?.encoded ?? '') : openDescription(item.description),
        date: item.dc?.dates?.[0],
        bases: [read.feed.xml?.base, item.xml?.base],
      }))
    case 'atom': {
      const baseOf = findLinkBases(text)
      return (read.feed.entries ?? []).map((entry) => {
        const link =
          entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? entry.links?.find(isToRead)
        return {
          guid: entry.id,
          title: typed(entry.title, 'open-title') ?? plain(''),
          link: link?.href,
          summary: typed(entry.summary, 'open-description') ?? typed(entry.content, 'open-description') ?? plain(''),
          date: entry.published ?? entry.updated,
          bases: [read.feed.xml?.base, entry.xml?.base, baseOf(link?.href)],
        }
      })
    }
    case 'json':
      return (read.feed.items ?? []).map((item) => ({
        guid: item.id,
        title: openTitle(item.title),
        link: item.url ?? item.external_url,
        summary:
          (item.summary ?? item.content_text)
            ? plain(item.summary ?? item.content_text ?? '')
            : html(item.content_html ?? ''),
        date: item.date_published ?? item.date_modified,
        bases: [],
      }))
  }
}

function entryOf({ guid, title, link, summary, date, bases }: Raw, base: string): FeedEntry | undefined {
  const words = plainText(title.value, maxLength.title, title.kind)
  const inner = bases.reduce<string>((outer, next) => (next && URL.parse(next.trim(), outer)?.href) || outer, base)
  const url = link && URL.parse(link.trim(), inner)
  if (
    !words ||
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.href.length > maxLength.url
  )
    return undefined
  return {
    // The database accepts neither unpaired surrogates nor the null character.
    guid: ((guid ?? '').replaceAll(/\p{Cc}/gu, ' ').trim() || url.href).slice(0, maxLength.guid).toWellFormed(),
    title: words,
    url: url.href,
    summary: plainText(summary.value, maxLength.summary, summary.kind),
    publishedAt: date ? readFeedDate(date) : undefined,
  }
}
