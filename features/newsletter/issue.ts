/*
 * What an issue of the letter consists of; pure, so that pages carry no validator to the browser. The schemas stand in desk.ts.
 */

/** Where a statement comes from: a record of this site, or an item of a feed. */
export type Source = {
  title: string
  /** Absolute, https; of this site or another. */
  url: string
}

/** Why an address is no source's, for whoever typed it. */
export const noSourceAddress = 'A source is a complete https address. Begin it with https://, or with / for a page of this site.'

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
  /** Restricted to what mail can show; see server/issues/clean-html.ts. */
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
 * The mail as all recipients get it, frozen when sending begins. What differs per person stands as `{{first_name}}`, `{{unsubscribe_url}}`,
 * `{{preferences_url}}`, `{{open_url}}` and `{{link:N}}`; those words are refused in what editors write.
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
export const mostPreviewed = 3

/** The summary of typed words is their first so many characters. */
export const summaryLength = 200
