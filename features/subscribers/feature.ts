import type { Executor, Database } from '#platform/database/open-database.ts'
import { acceptEmptyJson } from '#platform/empty-json.ts'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { createRateLimit, type RateLimit } from '#platform/rate-limit.ts'
import type { ServerTexts } from '#shared/messages.ts'
import type { SubscriberRecords, SubscribersService } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { subscriberRetention } from './server/retention.ts'
import { subscriberRoutes } from './server/admin/routes.ts'
import { createSubscriberAdmin } from './server/admin/subscriber-admin.ts'
import { createPreferences } from './server/preferences.ts'
import { subscriptionRoutes } from './server/routes.ts'
import type { Clock } from '#platform/clock.ts'
import type { LinkTokens } from '#platform/link-tokens.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { createSignUpMails } from './server/sign-up-mails.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import { subscribe } from './server/subscribe.ts'
import { confirm, findByToken, type OnUnsubscribe, unsubscribe } from './server/subscription.ts'
import { mailSender, type MailSender } from '#shared/mail/mail-sender.ts'

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** Records about subscribers in other features. */
    subscriberRecords: SubscriberRecords<Executor>
  }
}

/** Settings that tests change. */
type Tuning = {
  /** Delays the reply to a sign-up. */
  signUpPause?: (ms: number) => Promise<unknown>
}

/** Subscribers of the newsletter: sign-up, preferences, unsubscribing and their admin. */
export const subscribers = defineFeature({
  name: 'subscribers',
  messages: { en, es },
  create(
    { config, database, db, outbox, clock, texts, linkTokens, collect, allServices, features }: FeatureDeps<'books'>,
    tuning: Tuning = {},
  ) {
    const records = () => collect('subscriberRecords')
    const terms = () => allServices().newsletterTerms.current()
    const service = createSubscribers({
      db,
      outbox,
      clock,
      texts,
      linkTokens,
      perClient: createRateLimit({ pool: database.pool, name: 'sign-up', points: 20, durationSeconds: 600 }),
      origin: config.origin,
      sender: () => mailSender(config),
      doubleOptIn: () => config.NEWSLETTER_DOUBLE_OPT_IN,
      isTracked: () => terms().isTracked,
      hasDigest: () => terms().hasDigest,
      isFreeBook: (bookId) => features.books.find(bookId)?.isFree === true,
      async onUnsubscribe(tx, unsubscription) {
        for (const { onUnsubscribe } of records()) await onUnsubscribe(tx, unsubscription)
      },
      pause: tuning.signUpPause,
    })
    const preferences = createPreferences({
      db,
      clock,
      linkTokens,
      subscribers: service,
      records,
      texts,
      hasDigest: () => terms().hasDigest,
    })
    return {
      retention: subscriberRetention,
      services: { subscribers: service, newsletterPreferences: preferences },
      async routes(app) {
        await app.register(
          subscriptionRoutes({ subscribers: service, preferences, texts, siteName: () => config.SITE_NAME }),
        )
        await app.register(async (scope) => {
          acceptEmptyJson(scope)
          await scope.register(subscriberRoutes({ admin: createSubscriberAdmin({ db, clock, records, texts }), clock }))
        })
      },
    }
  },
})

type SubscribersDeps = {
  db: Database['db']
  outbox: Outbox
  clock: Clock
  texts: ServerTexts
  linkTokens: LinkTokens
  perClient: RateLimit
  origin: string
  /** Read for every email. */
  sender: () => MailSender
  /** Read for every sign-up. */
  doubleOptIn: () => boolean
  /** Returns whether opens and clicks are counted; called for every sign-up. */
  isTracked: () => boolean
  /** Returns whether the monthly digest is sent; called for every email. */
  hasDigest: () => boolean
  /** Returns whether a book is in the library and free; called for every welcome email. */
  isFreeBook: (bookId: string) => boolean
  onUnsubscribe: OnUnsubscribe
  /** Delays the reply to a sign-up; see `SignUpDeps`. */
  pause?: ((ms: number) => Promise<unknown>) | undefined
}

/** Creates the subscription service for pages and routes. */
function createSubscribers({ origin, sender, ...rest }: SubscribersDeps): SubscribersService {
  const deps = {
    ...rest,
    mails: createSignUpMails({
      origin,
      texts: rest.texts,
      hasDigest: rest.hasDigest,
      isFreeBook: rest.isFreeBook,
      linkTokens: rest.linkTokens,
      get sender() {
        return sender()
      },
    }),
  }
  return {
    subscribe: (input, signUpOrigin) => withUnavailableError(subscribe(deps, input, signUpOrigin)),
    findByToken: (token) => withUnavailableError(findByToken(deps, token)),
    unsubscribe: (token, by) => withUnavailableError(unsubscribe(deps, token, by)),
    confirm: (token) => withUnavailableError(confirm(deps, token)),
  }
}
