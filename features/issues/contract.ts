/*
 * Issues: writing and reading the weekly newsletter. Owns: drafts and their versions, rendering an issue as an email,
 * its links and sources, generating from this site's records and feeds, the archive. Does not own: scheduling,
 * recipients and feedback (delivery), the list (subscribers), the admin around its pages (editors). Contains no
 * validators, so that pages can import it.
 */

/** Language of the issues, which does not depend on the language of the pages around them. */
export const issueLanguage = 'en'

/** Source of a claim: a record of this site, or an item of a feed. */
export type Source = {
  title: string
  /** Absolute https URL of this site or another one. */
  url: string
}

/** Error message for an invalid source address. */
export const sourceAddressError = 'Enter a full URL that starts with https://, or with / for a page of this site.'

/** Returns whether an address is a path of this site; `//` and `/\` start another host. */
export const isOwnPath = (typed: string) => /^\/(?![/\\])/.test(typed)

/** An insight with its source. */
export type Insight = { title: string; description: string; source: Source }

/** A tool with its source. */
export type Tool = { name: string; description: string; source: Source }

/** Content of an issue. Texts may be empty, never null. */
export type IssueContent = {
  /** Plain text typed by an editor; `html_content` is sent. */
  content: string
  /** Restricted to HTML that mail programs can show; see server/clean-html.ts. */
  html_content: string
  summary: string
  /** Preview text that mailboxes show beside the subject. */
  preheader: string
  featured_sources: Source[]
  key_insights: Insight[]
  /** Required by the specification next to `key_insights`; generated issues have the same list in both. */
  ai_insights: Insight[]
  freemium_tools: Tool[]
  /** Author: a person, the template writer, or the name of a model. */
  written_by: string
}

/** All statuses of an issue; `failed` is the status of one that was cancelled. */
export const issueStatuses = ['draft', 'scheduled', 'sending', 'sent', 'paused', 'failed'] as const

/** Status of an issue. */
export type IssueStatus = (typeof issueStatuses)[number]

/** Returns the status of an issue as the admin shows it. Sending only fails as a whole because somebody cancels it. */
export function issueStatusLabel(status: string): string {
  return status === 'failed' ? 'cancelled' : status
}

/** Result of checking links, claims and size; `at` is ISO. An issue with problems cannot be sent. */
export type IssueCheck = {
  at: string
  version: number
  /** Bytes of the HTML part of the longest possible delivery; Gmail clips an email at 102 KB. */
  htmlBytes: number
  problems: {
    kind: 'dead-link' | 'unsourced' | 'unknown-record' | 'too-heavy' | 'no-postal-address' | 'empty'
    text: string
    url?: string
  }[]
}

/**
 * Email of an issue, frozen when sending starts. Values that differ per recipient are the variables `{{first_name}}`,
 * `{{unsubscribe_url}}`, `{{preferences_url}}`, `{{open_url}}` and `{{link:N}}`, which editors cannot write.
 */
export type WrittenIssue = {
  subject: string
  html: string
  text: string
  /** Tracked links, starting with number 1; the same as in `newsletter_links`. */
  links: string[]
  /** True when opens and clicks are counted. */
  isCounted: boolean
}

/** Maximum number of insights and of tools in a preview. */
export const maxPreviewed = 3

/** Maximum length of a summary that is derived from the text. */
export const summaryLength = 200

/** Blocker of sending; it names the owner's page, because the newsletter admin has settings of its own. */
export const missingPostalAddress =
  'The postal address is missing. The law requires one in every newsletter. The owner can set it at /admin/settings.'

/** Messages for actions that the status of an issue does not allow. */
export const statusRefusals: Record<IssueStatus, string> = {
  draft: 'This issue is a draft and is not scheduled.',
  scheduled: 'This issue is already scheduled. Unschedule it first.',
  sending: 'This issue is being sent.',
  paused: 'This issue is paused.',
  sent: 'This issue has already been sent.',
  failed: 'Sending of this issue was cancelled.',
}

/** Template variables of a written issue. */
export const templateVariablePattern = /\{\{(first_name|unsubscribe_url|preferences_url|open_url|link:\d{1,4})\}\}/

/** Splits a part of a written issue into text and variables by turns, text first. */
export const splitTemplate = (part: string): string[] => part.split(new RegExp(templateVariablePattern.source, 'g'))

/** Removes the tracking pixel from the HTML of a written issue. */
export const withoutTrackingPixel = (html: string): string => html.replaceAll(/<img\b[^>]*\{\{open_url\}\}[^>]*>/g, '')

/**
 * Entry of `GET admin/newsletters`, newest first. `subscriber_count`: actual recipients, or current ones before
 * sending.
 */
export type IssueListItem = {
  id: string
  slug: string
  title: string
  kind: 'weekly' | 'digest'
  status: IssueStatus
  created_at: string
  updated_at: string
  /** Time when every delivery had been attempted; temporary refusals may still be retried. */
  sent_date: string | null
  subscriber_count: number
  /** Time when it is due, in UTC; if `is_undoable`, it can be undone until then. */
  due_at: string | null
  is_undoable: boolean
  /** Reason why it is paused or was cancelled. */
  reason: string
  progress: Progress | null
  /** Fractions for an issue with a `sent_date`; null before, and without tracking. */
  open_rate: number | null
  click_rate: number | null
}

/** `GET admin/newsletters?page=`, 50 per page. A page number that is too high returns the last page. */
export type IssueList = { items: IssueListItem[]; total: number; page: number; page_count: number }

/** Progress of a send, in numbers of recipients. */
export type Progress = {
  planned: number
  sent: number
  failed: number
  /** The relay did not reply, so it is unknown whether these arrived. */
  uncertain: number
  waiting: number
  dropped: number
  excluded: number
  /** Average over the last ten seconds. */
  per_second: number
  /** Null while nothing is being sent. */
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

/**
 * `GET admin/newsletters/:id/preview`: the email as a recipient gets it. `html_bytes`: size of the HTML part of the
 * longest possible delivery, as in {@link IssueCheck}.
 */
export type IssuePreview = { subject: string; html: string; text: string; html_bytes: number }

/** `POST admin/generate-content`; `issue_id` (optional) is the draft that is written again and may keep its title. */
export type GeneratedContent = {
  title: string
  summary: string
  preheader: string
  html_content: string
  key_insights: Insight[]
  freemium_tools: Tool[]
  featured_sources: Source[]
  /** Author, and the reason if a configured model was not used. */
  written_by: string
  note: string
}

/** `POST admin/trigger-newsletter`: generated, checked, and sent at `due_at` unless it is undone. */
export type TriggerReply = { message: string; newsletter: IssueListItem; recipients: number; due_at: string }

/** Response to adding and reading a feed. */
export type FeedReply = { success: true; feed: FeedListItem }

/** Entry of `GET admin/feeds`. */
export type FeedListItem = {
  id: string
  url: string
  title: string
  read_at: string | null
  problem: string
  items: number
}

/** Summary of an issue for lists. */
export type IssueHeadline = {
  /** Path segment of its page, `/newsletter/{slug}`, and seed of its generated artwork. */
  slug: string
  /** Counted from the first sent issue, 1; 0 for one that was canceled during sending. */
  number: number
  kind: 'weekly' | 'digest'
  title: string
  /** One or two sentences of plain text; never empty. */
  summary: string
  /** ISO; for an issue in progress, when sending started. */
  sentAt: string
  /** Address and description of the owner's image, if one replaces the artwork. */
  image?: string
  imageAlt?: string
}

/** A full issue for the public, without any recipient's data. */
export type ArchivedIssue = IssueHeadline & {
  /** Safe to embed: no scripts, styles or external images; links to this site are paths. */
  html: string
  insights: Insight[]
  tools: Tool[]
  sources: Source[]
  older: IssueHeadline | undefined
  newer: IssueHeadline | undefined
}

/** Archive of sent issues, always up to date. */
export type ArchiveService = {
  /** Lists issues newest first; the same array until an issue is sent. */
  list(): readonly IssueHeadline[]
  /** Also finds issues in progress and those canceled during sending. */
  find(slug: string): IssueHeadline | undefined
  /** @throws AppError `unavailable` while the database is unreachable. */
  read(slug: string): Promise<ArchivedIssue | undefined>
}

/** Number of issues per archive page. */
export const issuesPerArchivePage = 24

/** Path of the RSS feed. */
export const feedPath = '/newsletter/feed.xml'

/** Returns the path of an issue's page. */
export const issuePath = (slug: string) => `/newsletter/${slug}`

/** Returns the path of an issue's share image. */
export const issueShareImage = (slug: string) => `/share/letter/${slug}.png`

/** Issues as other features use them. `actor` is the email address of an account, or `schedule`. */
export type IssuesService = {
  find(id: string): Promise<IssueDetail | undefined>
  /** @throws AppError `invalid-input` with 'Newsletter title is required', `conflict` when the slot is taken. */
  create(
    input: IssueInput,
    actor: string,
    options?: { kind?: 'weekly' | 'digest'; slot?: string },
  ): Promise<IssueDetail>
  /** Checks all links, sources and the size, and stores the result. */
  check(id: string): Promise<IssueCheck>
  /** Renders the email with its template variables. */
  write(issue: { title: string; slug: string; content: IssueContent; isCounted: boolean }): Promise<WrittenIssue>
}

/** Interface to the feature that sends issues. */
export type IssueDelivery = {
  /** @throws AppError `conflict` when it is not a draft or its slot is taken, `invalid-input` naming every blocker. */
  schedule(
    id: string,
    when: 'friday' | 'now',
    actor: string,
  ): Promise<{ newsletter: IssueListItem; recipients: number; due_at: string }>
  /** Returns the progress of each issue; an issue without recipients has no entry. */
  progress(ids: string[]): Promise<Map<string, Progress>>
  /** Lists those of the issues that have uncertain deliveries. */
  listUncertain(ids: string[]): Promise<string[]>
  /** Counts the recipients that an issue would have now. */
  countAudience(kind: 'weekly' | 'digest'): Promise<number>
  /** Returns the engagement of issues; one that was never sent has no entry. */
  counts(
    ids: string[],
  ): Promise<Map<string, { delivered: number; opens: { human: number }; clicks: { human: number } }>>
}

/** A fact of this site that a generated issue may use. */
export type SiteRecord = {
  kind: 'track' | 'airplay' | 'book' | 'price' | 'milestone' | 'artist' | 'platform'
  title: string
  /** One or two plain sentences with facts; an issue may claim nothing else. */
  facts: string
  /** The platform has a page here, but there is no public link to it yet; the issue says so after the facts. */
  isUnlinked?: boolean
  /** Path on this site. */
  path: string
  at: Date
}

/** Source of facts of one feature for generated issues. */
export type NewsletterRecords = {
  /** Maximum number of records of this source in one issue. */
  max: number
  /** Permanent records: each week uses the next `max` of them instead of the newest. */
  rotates?: true
  /** @param since Time when the last issue was sent. */
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
