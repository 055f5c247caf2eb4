/*
 * Types of the preferences page, `/newsletter/preferences/{token}`, which every issue links to. They contain no
 * schemas, so that the page loads no validator.
 */
import type { Locale } from '#shared/locales.ts'

/** Frequency of the newsletter for a subscriber. */
export type Frequency = 'weekly' | 'monthly'

/** Subscriber as shown to the holder of a link. */
export type SubscriberView = {
  maskedEmail: string
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'suppressed'
  frequency: Frequency
}

/** Choices of the frequency. */
export const frequencyChoices = ['weekly', 'monthly', 'off'] as const

/** Choice of the frequency. */
export type FrequencyChoice = (typeof frequencyChoices)[number]

/** Preferences as shown to the holder of a link. */
export type PreferencesView = Omit<SubscriberView, 'frequency'> & {
  frequency: FrequencyChoice
  /** Consent to counting opens and clicks. */
  allowsTracking: boolean
}

/** Data export of one person. Timestamps are ISO 8601. */
export type PersonExport = {
  exported_at: string
  about: string
  subscriber: {
    email: string
    first_name: string
    last_name: string
    status: string
    frequency: string
    counts_reading: boolean
    /** Language of the emails about the subscription. */
    language: Locale
    signed_up_at: string
  }
  /** Consent and all later events. */
  history: { at: string; what: string; detail: string; client_fingerprint: string }[]
  issues: {
    title: string
    state: string
    sent_at: string | null
    events: { at: string; what: string; link: string; judged: string }[]
  }[]
  /** Emails about the subscription: welcome and confirmation. */
  mails: { subject: string; state: string; written_at: string }[]
}

/** Preferences by token; for an unknown token the result is undefined, never an error. */
export type PreferencesService = {
  find(token: string): Promise<PreferencesView | undefined>
  /**
   * Changes the preferences. Choosing a frequency while unsubscribed resubscribes the person.
   *
   * @throws AppError `invalid-input` when a person chooses the monthly digest while none is sent.
   */
  change(
    token: string,
    choice: { frequency: FrequencyChoice; allowsTracking: boolean },
  ): Promise<PreferencesView | undefined>
  /** Exports all data of the person. @param locale Language of its description, English by default. */
  export(token: string, locale?: Locale): Promise<PersonExport | undefined>
  /**
   * Erases the person permanently. Only a hash of the address remains, so that no import adds it again.
   *
   * @returns False for an unknown token.
   */
  erase(token: string): Promise<boolean>
}

/** Returns the path of the preferences page. */
export const preferencesPath = (token: string) => `/newsletter/preferences/${token}`

/** Returns the path of the data export, `POST`, which replies with a JSON file. */
export const exportPath = (token: string) => `/api/newsletter/preferences/${token}/export`
