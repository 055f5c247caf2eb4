/*
 * What a person decides on the page their letters link to, `/newsletter/preferences/{token}`. Pure, so that the page
 * carries no validator.
 */
/** What a link in a mail shows of the person who holds it. */
export type SubscriberView = { maskedEmail: string; status: 'pending' | 'subscribed' | 'unsubscribed' | 'suppressed' }

/** How often a person wants to hear from us. */
export const frequencyChoices = ['weekly', 'monthly', 'off'] as const

/** One of them. */
export type FrequencyChoice = (typeof frequencyChoices)[number]

/** What the page shows of the person who holds the link. */
export type PreferencesView = SubscriberView & {
  frequency: FrequencyChoice
  /** Whether this person's opens and clicks may be counted. */
  allowsTracking: boolean
}

/** Everything the letter knows of one person, as they take it along; moments are ISO. */
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
    signed_up_at: string
  }
  /** What was agreed to, and everything that followed. */
  history: { at: string; what: string; detail: string; client_fingerprint: string }[]
  letters: {
    title: string
    state: string
    sent_at: string | null
    events: { at: string; what: string; link: string; judged: string }[]
  }[]
  /** Mails about the subscription itself: welcome, confirmation. */
  mails: { subject: string; state: string; written_at: string }[]
}

/** What a token opens; an unknown one is undefined, never an error. */
export type PreferencesService = {
  find(token: string): Promise<PreferencesView | undefined>
  /** Choosing a letter while none comes subscribes again, as pressing the button of the confirmation mail does. */
  change(
    token: string,
    choice: { frequency: FrequencyChoice; allowsTracking: boolean },
  ): Promise<PreferencesView | undefined>
  export(token: string): Promise<PersonExport | undefined>
  /**
   * Forgets the person for good. All that stays is a fingerprint, so that no import brings them back.
   *
   * @returns false
   * for an unknown token.
   */
  erase(token: string): Promise<boolean>
}

/** Where a person decides. */
export const preferencesPath = (token: string) => `/newsletter/preferences/${token}`

/** `POST`: the person's data as a JSON file. */
export const exportPath = (token: string) => `/api/newsletter/preferences/${token}/export`
