/*
 * What the public sees of letters that were sent: their headlines, each letter, and how they are counted. Pure types. A letter is listed once
 * each of its copies was tried; its page opens with the first one, since that leads there.
 */
import type { Insight, Source, Tool } from './issue.ts'

/** A letter as a list shows it. */
export type LetterHeadline = {
  /** Opens its page, `/newsletter/{slug}`, and names its figure. */
  slug: string
  /** Counted from the first letter that was sent, 1; 0 of one that was called off on its way. */
  number: number
  kind: 'weekly' | 'digest'
  title: string
  /** A sentence or two, plain words, never empty. */
  summary: string
  /** ISO; of one that is on its way, when that began. */
  sentAt: string
}

/** A letter in full, for everybody: nothing in it knows a recipient. */
export type ArchivedLetter = LetterHeadline & {
  /** Safe to put into a page: no script, no style, no picture from elsewhere; links to this site are paths. */
  html: string
  insights: Insight[]
  tools: Tool[]
  sources: Source[]
  older: LetterHeadline | undefined
  newer: LetterHeadline | undefined
}

/** Letters of the archive, always as they are now. */
export type ArchiveService = {
  /** The newest first; the same array as long as nothing was sent. */
  list(): readonly LetterHeadline[]
  /** Also one that is on its way, or was called off there. */
  find(slug: string): LetterHeadline | undefined
  /** @throws AppError `unavailable` while the database is out of reach. */
  read(slug: string): Promise<ArchivedLetter | undefined>
}

/** So many letters stand on one page of the archive. */
export const lettersPerPage = 24

/** Where the feed is. */
export const feedPath = '/newsletter/feed.xml'

/** Where a letter is read. */
export const letterPath = (slug: string) => `/newsletter/${slug}`

/** The picture shown where a letter's link is shared. */
export const letterShareImage = (slug: string) => `/share/letter/${slug}.png`
