/*
 * Newsletter: the weekly letter and the people who asked for it.
 * Owns: subscribers, their consent and history, sign-up, confirmation, preferences, unsubscribing, the mails of this room, its admin accounts,
 * its issues, their sending, and the archive of what was sent.
 * Does not own: handing mails to a relay (platform/mailer), the owner's sign-in (owner).
 * Every path below is part of the specification; bodies and replies are checked on both sides by the same schemas.
 */
import { z } from 'zod'
import type { Endpoint } from '#shared/contract.ts'
import type { ScheduleView } from './desk.ts'
import { emailAddressSchema, personNameSchema } from '#shared/email-address.ts'
import type { ArchiveService } from './archive.ts'
import type { PreferencesService, SubscriberView } from './preferences.ts'
import { subscribePath } from './terms.ts'

export { letterPath } from './archive.ts'
export type { PreferencesService, SubscriberView } from './preferences.ts'

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

/** What this room does for pages and routes. Tokens come from mails; an unknown one is undefined, never an error. */
export type NewsletterService = {
  /**
   * Signs a person up and queues the welcome mail, or the confirmation mail under double opt-in.
   *
   * @returns One sentence for the person, the same whether or not the address was known.
   * @throws AppError `too-many-requests` past the limit of one client address, `unavailable` while the database is out of reach.
   */
  subscribe(input: SubscribeBody, origin: SignUpOrigin): Promise<{ message: string }>
  findByToken(token: string): Promise<SubscriberView | undefined>
  /** Ends the subscription; doing it again changes nothing. */
  unsubscribe(token: string, by: 'one-click' | 'page'): Promise<SubscriberView | undefined>
  /** Confirms a pending subscription, or takes an unsubscribed person back who asks on their own page. */
  confirm(token: string): Promise<SubscriberView | undefined>
}

/** When the letter goes, for the owner: looked at, held back, let go again. */
export type LetterScheduleService = {
  view(): Promise<ScheduleView>
  /** Nothing is begun or sent from now on; what is in the middle of it stands still. */
  hold(actor: string): Promise<void>
  /** What was due meanwhile goes, or asks the editor when it is too late for it. */
  resume(actor: string): Promise<void>
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
  isInTurn?: true
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
    newsletter: NewsletterService
    letterArchive: ArchiveService
    letterPreferences: PreferencesService
    letterSchedule: LetterScheduleService
  }
}
