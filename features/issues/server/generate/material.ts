import { clipWords } from '../clip-words.ts'
import type { FeedItem } from '../feeds/feeds.ts'
import type { SiteRecord } from '#features/issues/contract.ts'

/** Something a letter may tell, with the name by which whoever writes has to cite it. */
export type MaterialRecord = {
  /** `r1`, `r2` … within one letter. */
  id: string
  kind: SiteRecord['kind'] | 'feed'
  title: string
  /** Whatever is not said here or in the title may not be claimed. */
  facts: string
  /** Absolute. */
  url: string
  /** What the link is called. */
  sourceTitle: string
}

/** Kinds that tell what happened; the others are always there. */
const news: ReadonlySet<MaterialRecord['kind']> = new Set(['track', 'airplay', 'book', 'price', 'feed'])

/** Whether a record tells something new. */
export const isNews = ({ kind }: Pick<MaterialRecord, 'kind'>): boolean => news.has(kind)

/** Whether a record can be recommended as a tool. */
export const isTool = ({ kind }: Pick<MaterialRecord, 'kind'>): boolean =>
  kind === 'platform' || kind === 'book' || kind === 'feed'

/** Numbers what the site and the feeds have to tell. */
export function numberMaterial(
  records: readonly SiteRecord[],
  items: readonly FeedItem[],
  origin: string,
): MaterialRecord[] {
  return [
    ...records.map(({ kind, title, facts, path }) => ({ kind, title, facts, url: origin + path, feed: undefined })),
    ...items.map(({ title, summary, url, feed }) => ({
      kind: 'feed' as const,
      title,
      facts: summary || `${feed || new URL(url).host} writes about this.`,
      url,
      feed,
    })),
  ]
    .map(({ title, facts, feed, ...record }) => {
      const name = clipWords(asWords(title), longest.title)
      const told = { title: name, facts: clipWords(asWords(facts), longest.facts) }
      return {
        ...record,
        ...told,
        sourceTitle:
          feed === undefined ? placeOf(record.kind, name) : [clipWords(feed, 60), name].filter(Boolean).join(': '),
      }
    })
    .filter(({ title }) => /[\p{L}\p{N}]/u.test(title))
    .map((record, index) => ({ id: `r${index + 1}`, ...record }))
}

const longest = { title: 110, facts: 850 }

/**
 * Words as a letter may repeat them, whoever wrote them: it links its sources and nothing else, and has marks of its
 * own.
 */
const asWords = (text: string) =>
  text
    .replace(/(?:https?:|www\.)\S*|\S+@\S+|\{\{|\}\}|<(?=[a-z/!])/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function placeOf(kind: MaterialRecord['kind'], title: string): string {
  switch (kind) {
    case 'track':
    case 'airplay':
      return `Swade Radio: ${title}`
    case 'book':
      return `Books: ${title}`
    case 'price':
      return `Tokens: ${title}`
    case 'milestone':
      return 'The journey'
    case 'artist':
      return `The Swade Fam: ${title}`
    case 'platform':
    case 'feed':
      return title
  }
}
