/*
 * Issues: the weekly letter as it is written. Owns: drafts and their versions, how an issue becomes a mail, its links
 * and sources, generating from this site's records and the feeds, the archive. Does not own: when it goes, to whom, and
 * what comes back (delivery), who gets it (subscribers), the desk around its pages (editors). Free of validators, so
 * that pages can import it.
 */
/** Where a statement comes from: a record of this site, or an item of a feed. */
export type Source = {
  title: string
  /** Absolute, https; of this site or another. */
  url: string
}

/** Why an address is no source's, for whoever typed it. */
export const sourceAddressError =
  'Enter a complete address that starts with https://, or with / for a page of this site.'

/** Whether what was typed leads to this site by its path; `//` and `/\` begin the name of another. */
export const isOwnPath = (typed: string) => /^\/(?![/\\])/.test(typed)

/** One thing worth knowing, with where it comes from. */
export type Insight = { title: string; description: string; source: Source }

/** One tool to know. */
export type Tool = { name: string; description: string; source: Source }

/** Everything an editor writes. Texts may be empty, never null. */
export type IssueContent = {
  /** The plain words an editor typed; `html_content` is what is sent. */
  content: string
  /** Restricted to what mail can show; see server/clean-html.ts. */
  html_content: string
  summary: string
  /** The line mailboxes show beside the subject. */
  preheader: string
  featured_sources: Source[]
  key_insights: Insight[]
  /** As specified beside `key_insights`; the same list in what is generated. */
  ai_insights: Insight[]
  freemium_tools: Tool[]
  /** Who wrote it: a person, the template writer, or a model by its name. */
  written_by: string
}

/** The one life of an issue. */
export const issueStatuses = ['draft', 'scheduled', 'sending', 'sent', 'paused', 'failed'] as const

/** One of them. */
export type IssueStatus = (typeof issueStatuses)[number]

/** What a look at links, claims and weight found; `at` is ISO. Sending refuses while a problem stands. */
export type IssueCheck = {
  at: string
  version: number
  /** Bytes of the HTML part as a recipient gets it; Gmail cuts at 102 KB. */
  htmlBytes: number
  problems: {
    kind: 'dead-link' | 'unsourced' | 'unknown-record' | 'too-heavy' | 'no-postal-address' | 'empty'
    text: string
    url?: string
  }[]
}

/**
 * The mail as all recipients get it, frozen when sending begins. What differs per person stands as `{{first_name}}`,
 * `{{unsubscribe_url}}`, `{{preferences_url}}`, `{{open_url}}` and `{{link:N}}`; those words are refused in what
 * editors write.
 */
export type WrittenIssue = {
  subject: string
  html: string
  text: string
  /** Counted links, 1 first; the same as stand in `newsletter_links`. */
  links: string[]
  /** Whether opens and clicks are counted at all. */
  isCounted: boolean
}

/** At most so many of each are previewed. */
export const maxPreviewed = 3

/** The summary of typed words is their first so many characters. */
export const summaryLength = 200

/** Why an issue cannot be changed as it was asked, in words for the desk. */
export const statusRefusals: Record<IssueStatus, string> = {
  draft: 'This issue is still a draft.',
  scheduled: 'This issue is already scheduled. Unschedule it first.',
  sending: 'This issue is being sent.',
  paused: 'This issue is paused.',
  sent: 'This issue has already been sent.',
  failed: 'Sending of this issue was stopped.',
}

/** What differs from copy to copy, as it stands in a written issue. */
export const templateVariablePattern = /\{\{(first_name|unsubscribe_url|preferences_url|open_url|link:\d{1,4})\}\}/

/** Splits a part of a written issue into words and places by turns, words first. */
export const splitTemplate = (part: string): string[] => part.split(new RegExp(templateVariablePattern.source, 'g'))

/** Takes the picture that counts openings out of the HTML of a written issue. */
export const withoutTrackingPixel = (html: string): string => html.replaceAll(/<img\b[^>]*\{\{open_url\}\}[^>]*>/g, '')

/** One line of `GET admin/newsletters`, newest first. `subscriber_count` is how many it was sent to, or would be. */
export type IssueListItem = {
  id: string
  slug: string
  title: string
  kind: 'weekly' | 'digest'
  status: IssueStatus
  created_at: string
  updated_at: string
  /** When every copy had been tried; those refused for a while may still follow. */
  sent_date: string | null
  subscriber_count: number
  /** When it goes, in UTC; with `is_undoable` until then it can be taken back at a press. */
  due_at: string | null
  is_undoable: boolean
  /** Why it is paused or failed. */
  reason: string
  progress: Progress | null
  /** Of an issue with a `sent_date`, as fractions; null before, and where nothing was counted. */
  open_rate: number | null
  click_rate: number | null
}

/** How far a send is; all counts of recipients. */
export type Progress = {
  planned: number
  sent: number
  failed: number
  /** The relay went silent: nobody knows whether these arrived. */
  uncertain: number
  waiting: number
  dropped: number
  excluded: number
  /** Measured over the last ten seconds. */
  per_second: number
  /** Null where nothing moves. */
  seconds_left: number | null
}

/** `GET admin/newsletters/:id` */
export type IssueDetail = IssueListItem & {
  content: IssueContent
  version: number
  check: IssueCheck | null
  created_by: string
}

/** `POST admin/newsletters` (`content` optional) and `PUT admin/newsletters/:id` (`version` needed). */
export type IssueInput = { title: string; content?: Partial<IssueContent>; version?: number }

/** `GET admin/newsletters/:id/preview`: the mail as a recipient gets it. */
export type IssuePreview = { subject: string; html: string; text: string; html_bytes: number }

/** `POST admin/generate-content` */
export type GeneratedContent = {
  title: string
  summary: string
  preheader: string
  html_content: string
  key_insights: Insight[]
  freemium_tools: Tool[]
  featured_sources: Source[]
  /** Who wrote it, and why not the model where one is configured. */
  written_by: string
  note: string
}

/** `POST admin/trigger-newsletter`: generated, checked, and on its way at `due_at` unless it is taken back. */
export type TriggerReply = { message: string; newsletter: IssueListItem; recipients: number; due_at: string }

/** What adding and reading answer. */
export type FeedReply = { success: true; feed: FeedListItem }

/** One line of `GET admin/feeds`. */
export type FeedListItem = {
  id: string
  url: string
  title: string
  read_at: string | null
  problem: string
  items: number
}

/** A letter as a list shows it. */
export type IssueHeadline = {
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
export type ArchivedIssue = IssueHeadline & {
  /** Safe to put into a page: no script, no style, no picture from elsewhere; links to this site are paths. */
  html: string
  insights: Insight[]
  tools: Tool[]
  sources: Source[]
  older: IssueHeadline | undefined
  newer: IssueHeadline | undefined
}

/** Letters of the archive, always as they are now. */
export type ArchiveService = {
  /** The newest first; the same array as long as nothing was sent. */
  list(): readonly IssueHeadline[]
  /** Also one that is on its way, or was called off there. */
  find(slug: string): IssueHeadline | undefined
  /** @throws AppError `unavailable` while the database is out of reach. */
  read(slug: string): Promise<ArchivedIssue | undefined>
}

/** So many letters stand on one page of the archive. */
export const issuesPerArchivePage = 24

/** Where the feed is. */
export const feedPath = '/newsletter/feed.xml'

/** Where a letter is read. */
export const issuePath = (slug: string) => `/newsletter/${slug}`

/** The picture shown where a letter's link is shared. */
export const issueShareImage = (slug: string) => `/share/letter/${slug}.png`

/**
 * Issues as other features use them: written by an editor or by themselves. `actor` is an account of the desk by its
 * address, or `schedule`.
 */
export type IssuesService = {
  find(id: string): Promise<IssueDetail | undefined>
  /** @throws AppError `invalid-input` with 'Newsletter title is required', `conflict` when the slot is taken. */
  create(
    input: IssueInput,
    actor: string,
    options?: { kind?: 'weekly' | 'digest'; slot?: string },
  ): Promise<IssueDetail>
  /** Looks at every link, source and the weight; kept beside the issue. */
  check(id: string): Promise<IssueCheck>
  /** The mail with its places for what differs per person. */
  write(issue: { title: string; slug: string; content: IssueContent; isCounted: boolean }): Promise<WrittenIssue>
}

/** What this feature asks of the one that sends issues. */
export type IssueDelivery = {
  /**
   * @throws AppError `conflict` when it is no draft or its slot is taken, `invalid-input` naming what stands in the
   * way.
   */
  schedule(
    id: string,
    when: 'friday' | 'now',
    actor: string,
  ): Promise<{ newsletter: IssueListItem; recipients: number; due_at: string }>
  /** How far each of these issues is; one without an audience has no entry. */
  progress(ids: string[]): Promise<Map<string, Progress>>
  /** Which of these issues have copies nobody knows about. */
  listUncertain(ids: string[]): Promise<string[]>
  /** How many an issue would go to now. */
  countAudience(kind: 'weekly' | 'digest'): Promise<number>
  /** How issues were read; one that was never sent has no entry. */
  counts(
    ids: string[],
  ): Promise<Map<string, { delivered: number; opens: { human: number }; clicks: { human: number } }>>
}

/** One fact of this site that a generated issue may tell. */
export type SiteRecord = {
  kind: 'track' | 'airplay' | 'book' | 'price' | 'milestone' | 'artist' | 'platform'
  title: string
  /** Facts in one or two plain sentences; what is not said here may not be claimed. */
  facts: string
  /** Path on this site. */
  path: string
  at: Date
}

/** How the facts of a platform begin that nobody can use yet. @param name Of the platform. */
export const notOpenYet = (name: string): string => `${name} is not open to the public yet.`

/** Where generated issues get facts of one feature from. */
export type NewsletterRecords = {
  /** Most records of this source in one issue. */
  max: number
  /** Always there: each week tells the next `max` of them instead of the newest. */
  rotates?: true
  /** @param since When the last issue was sent. */
  list(since: Date, now: Date): Promise<SiteRecord[]> | SiteRecord[]
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** Facts for generated issues. */
    newsletterRecords: NewsletterRecords
  }
}

declare module '#shared/services.ts' {
  interface Services {
    issues: IssuesService
    issueDelivery: IssueDelivery
    issueArchive: ArchiveService
  }
}
