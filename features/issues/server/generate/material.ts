import { clipText } from '../clip-text.ts'
import type { FeedItem } from '../feeds/feeds.ts'
import type { SiteRecord } from '#features/issues/contract.ts'
import { stationNameOf } from '#shared/site-identity.ts'

/** A record that an issue may use, with its id for citations. */
export type MaterialRecord = {
  /** `r1`, `r2` … within one issue. */
  id: string
  kind: SiteRecord['kind'] | 'feed'
  title: string
  /** An issue may claim only these facts and the title. */
  facts: string
  /** The subject is a platform to which there is no public link yet; the facts end with that. */
  isUnlinked: boolean
  /** Absolute URL. */
  url: string
  /** Text of the link. */
  sourceTitle: string
}

/** Kinds of records that are news; the others are permanent. */
const news: ReadonlySet<MaterialRecord['kind']> = new Set(['track', 'airplay', 'book', 'price', 'feed'])

/** Returns whether a record is news. */
export const isNews = ({ kind }: Pick<MaterialRecord, 'kind'>): boolean => news.has(kind)

/** Returns whether the subject of a record is new, unlike a track that was only played again. */
export const isNew = ({ kind }: Pick<MaterialRecord, 'kind'>): boolean =>
  kind === 'track' || kind === 'book' || kind === 'feed'

/** Returns whether a record can be recommended as a tool. */
export const isTool = ({ kind }: Pick<MaterialRecord, 'kind'>): boolean =>
  kind === 'platform' || kind === 'book' || kind === 'feed'

/** Numbers the records of the site and of the feeds. */
export function numberMaterial(
  records: readonly SiteRecord[],
  items: readonly FeedItem[],
  { origin, siteName }: { origin: string; siteName: string },
): MaterialRecord[] {
  return [
    ...records.map(({ kind, title, facts, isUnlinked = false, path }) => ({
      kind,
      title,
      facts,
      isUnlinked,
      url: origin + path,
      feed: undefined,
    })),
    ...items.map(({ title, summary, url, feed }) => ({
      kind: 'feed' as const,
      title,
      facts: summary || `${feed || new URL(url).host} writes about this.`,
      isUnlinked: false,
      url,
      feed,
    })),
  ]
    .map(({ title, facts, feed, ...record }) => {
      const name = clipText(toProse(title), maxLength.title)
      // The description comes first: readers want to know what a tool does.
      const ending = record.isUnlinked ? ` There is no public link to ${name} yet.` : ''
      const entry = { title: name, facts: clipText(toProse(facts), maxLength.facts - ending.length) + ending }
      return {
        ...record,
        ...entry,
        sourceTitle:
          feed === undefined ? placeOf(record.kind, name, siteName) : `${name}${feed && ` (${clipText(feed, 60)})`}`,
      }
    })
    .filter(({ title }) => /[\p{L}\p{N}]/u.test(title))
    .map((record, index) => ({ id: `r${index + 1}`, ...record }))
}

const maxLength = { title: 110, facts: 850 }

/** Removes addresses and markup from a text, so that an issue may repeat it. */
const toProse = (text: string) =>
  text
    .replace(/(?:https?:|www\.)\S*|\S+@\S+|\{\{|\}\}|<(?=[a-z/!])/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function placeOf(kind: MaterialRecord['kind'], title: string, siteName: string): string {
  switch (kind) {
    case 'track':
    case 'airplay':
      return `${title} on ${stationNameOf(siteName)}`
    case 'price':
      return 'Token prices'
    case 'milestone':
      return 'The journey'
    case 'book':
    case 'artist':
    case 'platform':
    case 'feed':
      return title
  }
}
