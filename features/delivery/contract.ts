/*
 * Delivery: sends issues to their subscribers and collects engagement and feedback. Owns: the schedule, sending and its
 * ledger, bounces, complaints and returned emails, opens and clicks, the reports. Does not own: the content of issues
 * (issues), the list (subscribers), SMTP (platform/mailer).
 */

/** Time in which an immediate send can be undone. */
export const undoSeconds = 60

/** `GET admin/schedule` */
export type ScheduleView = {
  /** Time at which the next issue is due, otherwise the next Friday 09:00 in New York; in UTC. */
  next_send_at: string
  /** The next issue is due but not started, for example because sending is paused. */
  is_overdue: boolean
  /** The same time, written out in New York's time zone. */
  new_york: string
  /** Issue that is due next; null when none is scheduled. */
  newsletter: { id: string; title: string } | null
  /** Number of current recipients of that issue. */
  recipients: number
  /** Current number of weekly subscribers, regardless of the next issue. */
  weekly_recipients: number
  is_held: boolean
  /** One or more sentences; on a restored copy, the last one says that the site must be resumed first. */
  held_reason: string
  /** True until the owner resumes a site that was restored from a backup; until then nothing else resumes sending. */
  is_restored_copy: boolean
  /** Reasons why nothing can be sent, such as a missing postal address. */
  obstacles: string[]
}

/** Shown instead of the time of an issue that is due while sending is paused. */
export const overdueLabel = 'Overdue'

/** Returns the label of the next send: while all sending is paused, its time applies only if sending is resumed. */
export function nextSendLabel({ is_held, is_overdue }: Pick<ScheduleView, 'is_held' | 'is_overdue'>): string {
  return is_held && !is_overdue ? 'Next send if resumed' : 'Next send'
}

/** Returns the sentences that say that all sending is paused. @param reason One or more sentences; may be empty. */
export function pausedSentence(reason: string): string {
  return `Sending is paused. ${reason}`.trimEnd()
}

/**
 * `GET admin/newsletters/:id/deliveries?state=&q=&page=`, 50 per page. A page number that is too high returns the last
 * page. `is_more`: a search found more than `total`; the rest is neither counted nor shown.
 */
export type DeliveryList = {
  items: DeliveryListItem[]
  total: number
  is_more: boolean
  page: number
  page_count: number
}

/**
 * Returns the search term for an uncertain delivery in the log of the mail server. The rest of its message ID is the
 * domain of the sender when it was sent.
 */
export const messageIdHint = (deliveryId: string): string => `Message ID starts with ${deliveryId}`

/** Entry of a {@link DeliveryList}. */
export type DeliveryListItem = {
  /** Also the beginning of the `Message-ID` of its email, before the `@`. */
  id: string
  email: string
  state: string
  response: string
  /** Attempts to send it; not the one that is being prepared. */
  attempts: number
  sent_at: string | null
  opened: 'human' | 'machine' | 'unsure' | null
  clicked: 'human' | 'machine' | 'unsure' | null
  /** Time when the email bounced or, if `is_blocked`, was refused because of our sending setup. */
  bounced_at: string | null
  is_blocked: boolean
  complained_at: string | null
  left_at: string | null
}

/** `GET admin/dashboard`: rates are fractions of human opens and clicks, averaged over tracked issues. */
export type Dashboard = {
  total_newsletters: number
  total_subscribers: number
  average_open_rate: number
  average_click_rate: number
  /** Number of issues in the averages, which are 0 without any. */
  averaged_newsletters: number
  recent_newsletters: {
    id: string
    title: string
    sent_date: string | null
    status: string
    subscriber_count: number
    /** Number of sent emails of a cancelled issue, bounced ones included; null for others. */
    sent_count: number | null
  }[]
}

/** `GET admin/analytics`: data for charts; days in UTC, `YYYY-MM-DD`. */
export type Analytics = {
  growth: { day: string; subscribers: number; joined: number; left: number }[]
  reading: { day: string; opens: number; clicks: number }[]
  issues: (EngagementCounts & Rates & { id: string; title: string; sent_date: string })[]
}

/** Human opens and clicks as fractions of delivered emails; null when the issue was sent without tracking. */
export type Rates = { open_rate: number | null; click_rate: number | null }

/** Engagement of a sent issue; numbers of recipients. */
export type EngagementCounts = {
  delivered: number
  /** Bounced, or refused because of our sending setup. */
  bounced: number
  complained: number
  left: number
  opens: { human: number; machine: number; unsure: number }
  clicks: { human: number; machine: number; unsure: number }
}

/** `GET admin/newsletters/:id/report` */
export type IssueReport = EngagementCounts &
  Rates & {
    id: string
    title: string
    status: string
    /** False if the issue was paused or cancelled before its sending started. */
    was_started: boolean
    sent_date: string | null
    links: { number: number; url: string; clicks: { human: number; machine: number; unsure: number } }[]
    /** Opens and clicks in the hours after sending; hour 0 first. */
    hours: { hour: number; opens: number; clicks: number }[]
  }

/** `GET admin/returned-mails?page=`, newest first, 50 a page: returned emails that were not understood. */
export type ReturnedMailList = { items: ReturnedMailListItem[]; total: number; page: number; page_count: number }

/** Entry of a {@link ReturnedMailList}; `POST admin/returned-mails/:id/settle` marks it as done. */
export type ReturnedMailListItem = {
  id: string
  subject: string
  from: string
  /** Beginning of the text. */
  excerpt: string
  /** Number of times it was received. */
  times: number
  /** Time when it was last received. */
  at: string
  /** Recipient of the delivery; empty once the person was erased, like the ids. */
  email: string
  subscriber_id: string | null
  issue_id: string
  issue_title: string
  what_to_do: string
}

/** `GET admin/settings`, `PUT admin/settings`. */
export type SendingSettingsView = {
  is_held: boolean
  held_reason: string
  is_counted: boolean
  rate_per_second: number | null
  stop_after_errors: number
  sends_digest: boolean
}

/** Settings that the public pages about the newsletter state. */
export type NewsletterTerms = {
  /** Opens and clicks are counted. */
  isTracked: boolean
  /** The monthly digest is sent. */
  hasDigest: boolean
}

/** Current terms of the newsletter. The page cache is cleared when they change. */
export type NewsletterTermsService = { current(): NewsletterTerms }

/** Schedule of the newsletter for the owner: view, pause and resume. */
export type NewsletterScheduleService = {
  view(): Promise<ScheduleView>
  /** Pauses sending: nothing is started or sent, and what is in progress stops. */
  pause(actor: string): Promise<void>
  /** Resumes sending: overdue issues are sent, or wait for an editor if they are too late. */
  resume(actor: string): Promise<void>
}

declare module '#shared/services.ts' {
  interface Services {
    newsletterSchedule: NewsletterScheduleService
    newsletterTerms: NewsletterTermsService
  }
}
