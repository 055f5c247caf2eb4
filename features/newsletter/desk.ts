/*
 * The calls of the newsletter desk, `/api/newsletter/admin/…`, each with a bearer token. Names in bodies and replies are the specification's,
 * in snake case; moments are ISO. Lists answer `{ items, … }`, refusals `{ success: false, code, message, detail }`.
 */
import { z } from 'zod'
import { emailAddressSchema } from '#shared/email-address.ts'
import type { Insight, IssueCheck, IssueContent, IssueStatus, Source, Tool } from './issue.ts'

/** What an account of the desk may do, the most first. */
export const adminRoles = ['super_admin', 'editor', 'viewer'] as const
/** One of them. */
export type AdminRole = (typeof adminRoles)[number]

/** `POST /api/newsletter/auth/login` */
export const loginSchema = z.object({ email: z.string().max(254), password: z.string().max(500) })
/** Its answer; the token is good for twelve hours, or until `POST /api/newsletter/auth/logout`. */
export type LoginReply = { access_token: string; token_type: 'bearer'; expires_at: string; email: string; role: AdminRole }
/** `GET admin/me` */
export type Me = { email: string; role: AdminRole; expires_at: string }

/** One line of `GET admin/newsletters`, newest first. `subscriber_count` is how many it was sent to, or would be. */
export type IssueLine = {
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
export type IssueDetail = IssueLine & { content: IssueContent; version: number; check: IssueCheck | null; created_by: string }

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
export type TriggerReply = { message: string; newsletter: IssueLine; recipients: number; due_at: string }

/** `POST admin/newsletters/:id/send`: on the next Friday, or now after 60 s in which it can be taken back. */
export const sendSchema = z.object({ when: z.enum(['friday', 'now']).default('friday') }).default({ when: 'friday' })
/** Its answer. */
export type SendReply = { message: string; newsletter: IssueLine; recipients: number; due_at: string }

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

/** `GET admin/newsletters/:id/deliveries?state=&q=&page=`. `is_more`: a search found more than `total`; it is not counted, or shown, any further. */
export type DeliveryList = { items: DeliveryLine[]; total: number; is_more: boolean }

/** One line of it. */
export type DeliveryLine = {
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

/** `GET admin/dashboard`: rates are fractions, of human openings alone; averages are of the issues that were counted. */
export type Dashboard = {
  total_newsletters: number
  total_subscribers: number
  average_open_rate: number
  average_click_rate: number
  recent_newsletters: { id: string; title: string; sent_date: string | null; status: IssueStatus; subscriber_count: number }[]
}

/** `GET admin/analytics`: for plots; days in UTC, `YYYY-MM-DD`. */
export type Analytics = {
  growth: { day: string; subscribers: number; joined: number; left: number }[]
  reading: { day: string; opens: number; clicks: number }[]
  issues: (ReadingCounts & Rates & { id: string; title: string; sent_date: string })[]
}

/** Shares of what was delivered, by people alone; null where the issue was sent without counting. */
export type Rates = { open_rate: number | null; click_rate: number | null }

/** How a sent issue was read; counts of recipients. */
export type ReadingCounts = {
  delivered: number
  bounced: number
  complained: number
  left: number
  opens: { human: number; machine: number; unsure: number }
  clicks: { human: number; machine: number; unsure: number }
}

/** `GET admin/newsletters/:id/report` */
export type IssueReport = ReadingCounts &
  Rates & {
    id: string
    title: string
    sent_date: string | null
    links: { number: number; url: string; clicks: { human: number; machine: number; unsure: number } }[]
    /** Opens and clicks in the hours after sending; hour 0 first. */
    hours: { hour: number; opens: number; clicks: number }[]
  }

/** `GET admin/subscribers?q=&status=&role=&page=`, newest first, 50 a page; past the last page it is the last. */
export type SubscriberList = {
  items: SubscriberLine[]
  total: number
  /** A search found more than `total`; it is not counted, or shown, any further. */
  is_more: boolean
  page: number
  page_count: number
}

/** One line of it. */
export type SubscriberLine = {
  id: string
  email: string
  first_name: string
  last_name: string
  /** A desk account's role, else `subscriber`. */
  role: AdminRole | 'subscriber'
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'suppressed'
  frequency: 'weekly' | 'monthly'
  created_at: string
}

/** `GET admin/subscribers/:id` */
export type SubscriberDetail = SubscriberLine & {
  counts_reading: boolean
  suppressed_because: string | null
  /** Whether a super admin may take the suppression back. */
  can_release: boolean
  /** Everything that happened to the person and their copies, newest first. */
  timeline: { at: string; what: string; detail: string }[]
}

/** `GET admin/returned-mails?page=`, newest first, 50 a page: mails that came back to a copy and were not understood. */
export type ReturnedMailList = { items: ReturnedMailLine[]; total: number; page: number; page_count: number }

/** One line of it; `POST admin/returned-mails/:id/settle` marks it as done. */
export type ReturnedMailLine = {
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

/** `POST admin/feeds`: a feed is listed once it could be read. `POST admin/feeds/:id/read` reads it again, `DELETE admin/feeds/:id` forgets it. */
export const feedSchema = z.object({ url: z.string().max(1000) })
/** What adding and reading answer. */
export type FeedReply = { success: true; feed: FeedLine }
/** One line of `GET admin/feeds`. */
export type FeedLine = { id: string; url: string; title: string; read_at: string | null; problem: string; items: number }

/** One line of `GET admin/accounts`. */
export type AccountLine = { id: string; email: string; role: AdminRole; created_at: string }

const passwordSchema = z
  .string({ error: 'Please choose a password.' })
  .min(12, 'A password has at least 12 characters.')
  .max(500, 'A password has at most 500 characters.')

/** `POST admin/accounts` */
export const newAccountSchema = z.object({ email: emailAddressSchema, role: z.enum(adminRoles), password: passwordSchema })
/** `PUT admin/accounts/:id`: another role, a new password, or both. A new password signs the account out everywhere. */
export const accountChangeSchema = z.object({ role: z.enum(adminRoles), password: passwordSchema }).partial()
/** `PUT admin/me/password` */
export const ownPasswordSchema = z.object({ current: z.string().max(500), password: passwordSchema })

/** `GET admin/settings`, `PUT admin/settings`. */
export type DeskSettings = {
  is_held: boolean
  held_reason: string
  is_counted: boolean
  rate_per_second: number | null
  stop_after_errors: number
  sends_digest: boolean
}
