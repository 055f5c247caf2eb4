/*
 * Subscribers: the people who signed up for the weekly newsletter. Owns their consent and history, sign-up,
 * confirmation, preferences, unsubscribing and the emails about these; import, export, suppression and erasure. Does
 * not own the issues (issues) or their delivery (delivery). Every path below is part of the specification; both sides
 * validate bodies and responses with the same schemas.
 */
import { z } from 'zod'
import type { AdminRole } from '#shared/admin-role.ts'
import type { Endpoint } from '#shared/contract.ts'
import { visitorEmailSchema, visitorNameSchema } from '#shared/email-address.ts'
import type { PersonExport, PreferencesService, SubscriberView } from './preferences.ts'
import type { SignUpOrigin } from './sign-up-origin.ts'
import { subscribePath } from './constants.ts'

export type { PersonExport, PreferencesService, SubscriberView } from './preferences.ts'
export { signUpFormOf, type SignUpOrigin } from './sign-up-origin.ts'

/** Body of a sign-up. Names are optional and only used in the greeting. */
export const subscribeBodySchema = z.object({
  email: visitorEmailSchema,
  first_name: visitorNameSchema.default(''),
  last_name: visitorNameSchema.default(''),
})

/** Validated sign-up: the address is trimmed and in lower case, the names are cleaned. */
export type SubscribeBody = z.infer<typeof subscribeBodySchema>

/** Reply to a sign-up, the same for known and unknown addresses. */
export const subscribeReplySchema = z.object({ success: z.literal(true), message: z.string() })

/** `POST /api/newsletter/subscribe` */
export const subscribeEndpoint = {
  method: 'POST',
  path: subscribePath,
  body: subscribeBodySchema,
  reply: subscribeReplySchema,
} satisfies Endpoint

/**
 * `POST /api/newsletter/unsubscribe/:token`: one-click unsubscribe of RFC 8058, without cookie, redirect or
 * confirmation.
 */
export const unsubscribeEndpoint = { method: 'POST', path: '/api/newsletter/unsubscribe/:token' } satisfies Endpoint

/** Subscription service. Tokens come from emails; for an unknown one the result is undefined, never an error. */
export type SubscribersService = {
  /**
   * Signs a person up and queues the welcome email, or with double opt-in the confirmation email.
   *
   * @returns Message for the person in the language of the form, the same whether or not the address was known.
   * @throws AppError `too-many-requests` over the limit of one client address, `unavailable` without the database.
   */
  subscribe(input: SubscribeBody, origin: SignUpOrigin): Promise<{ message: string }>
  findByToken(token: string): Promise<SubscriberView | undefined>
  /** Ends the subscription; idempotent. */
  unsubscribe(token: string, by: 'one-click' | 'page'): Promise<SubscriberView | undefined>
  /** Confirms a pending subscription, or resubscribes a person who requests that on their own page. */
  confirm(token: string): Promise<SubscriberView | undefined>
}

/**
 * Reply of `GET admin/subscribers?q=&status=&role=&page=`: newest first, 50 per page. A page number that is too high
 * returns the last page.
 */
export type SubscriberList = {
  items: SubscriberSummary[]
  total: number
  /** Number of people of any frequency who are subscribed now; null in a filtered list. */
  subscribed: number | null
  /** The search found more than `total`; further results are neither counted nor listed. */
  is_more: boolean
  page: number
  page_count: number
}

/** Subscriber in a list. */
export type SubscriberSummary = {
  id: string
  email: string
  first_name: string
  last_name: string
  /** Role of the admin account with this address, otherwise `subscriber`. */
  role: AdminRole | 'subscriber'
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'suppressed'
  frequency: 'weekly' | 'monthly'
  created_at: string
}

/** Reply of `GET admin/subscribers/:id`. */
export type SubscriberDetail = SubscriberSummary & {
  counts_reading: boolean
  suppressed_because: string | null
  /** True when a super admin can remove the suppression. */
  can_release: boolean
  /** Events of the person and their deliveries, newest first. */
  timeline: { at: string; what: string; detail: string }[]
}

/** Event of a person, described for the admin. `at` is ISO 8601. */
export type TimelineEvent = SubscriberDetail['timeline'][number]

/** Unsubscription of a person. `by` is the way of unsubscribing. */
export type Unsubscription = { subscriberId: string; by: string; at: Date }

/**
 * Records about subscribers in another feature, which are shown, exported and erased together with those of this
 * feature.
 * `Tx` is the database or a transaction of the caller.
 */
export type SubscriberRecords<Tx> = {
  /**
   * Lists the newest `limit` events of each kind. An event with `isUnsubscription` describes an unsubscription of this
   * feature, at the same time, in more detail.
   */
  timeline(db: Tx, subscriberId: string, limit: number): Promise<(TimelineEvent & { isUnsubscription?: true })[]>
  /** Lists the issues that were sent to a person, with their delivery states. */
  issues(db: Tx, subscriberId: string): Promise<PersonExport['issues']>
  /** Called in the transaction in which a person unsubscribes. */
  onUnsubscribe(tx: Tx, unsubscription: Unsubscription): Promise<void>
  /** Erases a person in the transaction that deletes their row; only anonymous statistics remain. */
  erase(tx: Tx, subscriberId: string): Promise<void>
}

declare module '#shared/services.ts' {
  interface Services {
    subscribers: SubscribersService
    newsletterPreferences: PreferencesService
  }
}
