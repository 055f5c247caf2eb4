/*
 * Subscribers: the people who asked for the weekly letter. Owns: their consent and history, sign-up, confirmation,
 * preferences, unsubscribing, the mails about that; import, export, suppressing, erasing. Does not own: what is written
 * to them (issues), what was sent and what came back of it (delivery). Every path below is part of the specification;
 * bodies and replies are checked on both sides by the same schemas.
 */
import { z } from 'zod'
import type { AdminRole } from '#shared/admin-role.ts'
import type { Endpoint } from '#shared/contract.ts'
import { emailAddressSchema, personNameSchema } from '#shared/email-address.ts'
import type { PersonExport, PreferencesService, SubscriberView } from './preferences.ts'
import { subscribePath } from './constants.ts'

export type { PersonExport, PreferencesService, SubscriberView } from './preferences.ts'

/** What a person sends to sign up. Names are optional and only used for greeting. */
export const subscribeBodySchema = z.object({
  email: emailAddressSchema,
  first_name: personNameSchema.default(''),
  last_name: personNameSchema.default(''),
})

/** A sign-up after checking: address trimmed and in lower case, names cleaned. */
export type SubscribeBody = z.infer<typeof subscribeBodySchema>

/** Always the same for known and unknown addresses. */
export const subscribeReplySchema = z.object({ success: z.literal(true), message: z.string() })

/** `POST /api/newsletter/subscribe` */
export const subscribeEndpoint = {
  method: 'POST',
  path: subscribePath,
  body: subscribeBodySchema,
  reply: subscribeReplySchema,
} satisfies Endpoint

/** `POST /api/newsletter/unsubscribe/:token`, RFC 8058: acts at once, without cookie, redirect or question. */
export const unsubscribeEndpoint = { method: 'POST', path: '/api/newsletter/unsubscribe/:token' } satisfies Endpoint

/** Where a sign-up came from and whose address it was counted under. */
export type SignUpOrigin = { form: 'landing' | 'page' | 'api'; clientAddress: string }

/** What pages and routes ask of this feature. Tokens come from mails; an unknown one is undefined, never an error. */
export type SubscribersService = {
  /**
   * Signs a person up and queues the welcome mail, or the confirmation mail under double opt-in.
   *
   * @returns One sentence for the person, the same whether or not the address was known.
   * @throws AppError `too-many-requests` past the limit of one client address, `unavailable` while the database is out
   *   of reach.
   */
  subscribe(input: SubscribeBody, origin: SignUpOrigin): Promise<{ message: string }>
  findByToken(token: string): Promise<SubscriberView | undefined>
  /** Ends the subscription; doing it again changes nothing. */
  unsubscribe(token: string, by: 'one-click' | 'page'): Promise<SubscriberView | undefined>
  /** Confirms a pending subscription, or takes an unsubscribed person back who asks on their own page. */
  confirm(token: string): Promise<SubscriberView | undefined>
}

/** `GET admin/subscribers?q=&status=&role=&page=`, newest first, 50 a page; past the last page it is the last. */
export type SubscriberList = {
  items: SubscriberSummary[]
  total: number
  /** A search found more than `total`; it is not counted, or shown, any further. */
  is_more: boolean
  page: number
  page_count: number
}

/** One line of it. */
export type SubscriberSummary = {
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
export type SubscriberDetail = SubscriberSummary & {
  counts_reading: boolean
  suppressed_because: string | null
  /** Whether a super admin may take the suppression back. */
  can_release: boolean
  /** Everything that happened to the person and their copies, newest first. */
  timeline: { at: string; what: string; detail: string }[]
}

/** Something that happened to a person, in words for the desk; `at` is ISO. */
export type TimelineEvent = SubscriberDetail['timeline'][number]

/** Somebody who leaves. `by` says which way they took. */
export type Unsubscription = { subscriberId: string; by: string; at: Date }

/**
 * What another feature keeps about the people on the list: shown, taken along and forgotten together with what is kept
 * here. `Tx` is the database, or a transaction of the caller's.
 */
export type SubscriberRecords<Tx> = {
  /** The newest `most` moments of each kind. */
  timeline(db: Tx, subscriberId: string, most: number): Promise<TimelineEvent[]>
  /** Letters that were sent to a person, and what became of them. */
  issues(db: Tx, subscriberId: string): Promise<PersonExport['letters']>
  /** Told inside the transaction in which a person leaves. */
  onUnsubscribe(tx: Tx, leaving: Unsubscription): Promise<void>
  /** Forgets a person inside the transaction that deletes their row; what stays are numbers. */
  erase(tx: Tx, subscriberId: string): Promise<void>
}

declare module '#shared/services.ts' {
  interface Services {
    subscribers: SubscribersService
    newsletterPreferences: PreferencesService
  }
}
