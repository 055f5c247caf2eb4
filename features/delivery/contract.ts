/*
 * Delivery: how issues reach their readers, and what comes back. Owns: the calendar, sending and its ledger, bounces,
 * complaints and returned mails, opens and clicks, the reports. Does not own: what an issue says (issues), who is on
 * the list (subscribers), handing a mail to the relay (platform/mailer).
 */

/** `GET admin/schedule` */
export type ScheduleView = {
  /** The next Friday 09:00 in New York, in UTC. */
  next_send_at: string
  /** Written out in New York's zone. */
  new_york: string
  /** What goes then; null: nothing is scheduled yet. */
  newsletter: { id: string; title: string } | null
  /** How many would get it now. */
  recipients: number
  /** How many would get a weekly issue now, whatever goes next. */
  weekly_recipients: number
  is_held: boolean
  held_reason: string
  /** Why nothing could be sent, such as a missing postal address. */
  obstacles: string[]
}

/**
 * `GET admin/newsletters/:id/deliveries?state=&q=&page=`. `is_more`: a search found more than `total`; it is not
 * counted, or shown, any further.
 */
export type DeliveryList = { items: DeliveryListItem[]; total: number; is_more: boolean }

/** One line of it. */
export type DeliveryListItem = {
  id: string
  email: string
  state: string
  response: string
  attempts: number
  sent_at: string | null
  opened: 'human' | 'machine' | 'unsure' | null
  clicked: 'human' | 'machine' | 'unsure' | null
  bounced_at: string | null
  complained_at: string | null
  left_at: string | null
}

/**
 * `GET admin/dashboard`: rates are fractions, of human openings alone; averages are of the issues that were counted.
 */
export type Dashboard = {
  total_newsletters: number
  total_subscribers: number
  average_open_rate: number
  average_click_rate: number
  recent_newsletters: {
    id: string
    title: string
    sent_date: string | null
    status: string
    subscriber_count: number
  }[]
}

/** `GET admin/analytics`: for plots; days in UTC, `YYYY-MM-DD`. */
export type Analytics = {
  growth: { day: string; subscribers: number; joined: number; left: number }[]
  reading: { day: string; opens: number; clicks: number }[]
  issues: (EngagementCounts & Rates & { id: string; title: string; sent_date: string })[]
}

/** Shares of what was delivered, by people alone; null where the issue was sent without counting. */
export type Rates = { open_rate: number | null; click_rate: number | null }

/** How a sent issue was read; counts of recipients. */
export type EngagementCounts = {
  delivered: number
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
    sent_date: string | null
    links: { number: number; url: string; clicks: { human: number; machine: number; unsure: number } }[]
    /** Opens and clicks in the hours after sending; hour 0 first. */
    hours: { hour: number; opens: number; clicks: number }[]
  }

/**
 * `GET admin/returned-mails?page=`, newest first, 50 a page: mails that came back to a copy and were not understood.
 */
export type ReturnedMailList = { items: ReturnedMailListItem[]; total: number; page: number; page_count: number }

/** One line of it; `POST admin/returned-mails/:id/settle` marks it as done. */
export type ReturnedMailListItem = {
  id: string
  subject: string
  from: string
  /** How it begins. */
  excerpt: string
  /** How often it came. */
  times: number
  /** When it came last. */
  at: string
  /** Whose copy it came back to; empty ids once they were erased. */
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

/** When the letter goes, for the owner: looked at, held back, let go again. */
export type NewsletterScheduleService = {
  view(): Promise<ScheduleView>
  /** Nothing is begun or sent from now on; what is in the middle of it stands still. */
  hold(actor: string): Promise<void>
  /** What was due meanwhile goes, or asks the editor when it is too late for it. */
  resume(actor: string): Promise<void>
}

declare module '#shared/services.ts' {
  interface Services {
    newsletterSchedule: NewsletterScheduleService
  }
}
