import type { Executor, Database } from '#platform/database/open-database.ts'
import { acceptEmptyJson } from '#platform/empty-json.ts'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { createRateLimit, type RateLimit } from '#platform/rate-limit.ts'
import type { SubscriberRecords, SubscribersService } from './contract.ts'
import { subscriberRoutes } from './server/admin/routes.ts'
import { createSubscriberAdmin } from './server/admin/subscriber-admin.ts'
import { createPreferences } from './server/preferences.ts'
import { subscriptionRoutes } from './server/routes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { createSignUpMails } from './server/sign-up-mails.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import { subscribe } from './server/subscribe.ts'
import { confirm, findByToken, type OnUnsubscribe, unsubscribe } from './server/subscription.ts'

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** What else is kept about the people on the list. */
    subscriberRecords: SubscriberRecords<Executor>
  }
}

/** Waits that tests make smaller. */
type Tuning = {
  /** Holds the answer to a sign-up back for so long. */
  signUpPause?: (ms: number) => Promise<unknown>
}

/** The people on the list: how they come and go, and what they decide. */
export const subscribers = defineFeature({
  name: 'subscribers',
  create({ config, database, db, outbox, clock, collect }: FeatureDeps, tuning: Tuning = {}) {
    const records = () => collect('subscriberRecords')
    const service = createSubscribers({
      db,
      outbox,
      clock,
      perClient: createRateLimit({ pool: database.pool, name: 'sign-up', points: 20, durationSeconds: 600 }),
      origin: config.origin,
      postalAddress: () => config.POSTAL_ADDRESS,
      doubleOptIn: () => config.NEWSLETTER_DOUBLE_OPT_IN,
      async onUnsubscribe(tx, leaving) {
        for (const { onUnsubscribe } of records()) await onUnsubscribe(tx, leaving)
      },
      pause: tuning.signUpPause,
    })
    const preferences = createPreferences({ db, clock, subscribers: service, records })
    return {
      services: { subscribers: service, newsletterPreferences: preferences },
      async routes(app) {
        await app.register(subscriptionRoutes({ subscribers: service, preferences }))
        await app.register(async (desk) => {
          acceptEmptyJson(desk)
          await desk.register(subscriberRoutes({ desk: createSubscriberAdmin({ db, clock, records }), clock }))
        })
      },
    }
  },
})

type Options = {
  db: Database['db']
  outbox: Outbox
  clock: Clock
  perClient: RateLimit
  origin: string
  /** Asked at every mail. */
  postalAddress: () => string
  /** Asked at every sign-up. */
  doubleOptIn: () => boolean
  onUnsubscribe: OnUnsubscribe
  /** Holds the answer to a sign-up back; see `SignUpDeps`. */
  pause?: ((ms: number) => Promise<unknown>) | undefined
}

/** The people on the list, as pages and routes see them. */
function createSubscribers({ origin, postalAddress, ...rest }: Options): SubscribersService {
  const parts = {
    ...rest,
    letters: createSignUpMails({
      origin,
      get postalAddress() {
        return postalAddress()
      },
    }),
  }
  return {
    subscribe: (input, signUpOrigin) => withUnavailableError(subscribe(parts, input, signUpOrigin)),
    findByToken: (token) => withUnavailableError(findByToken(parts, token)),
    unsubscribe: (token, by) => withUnavailableError(unsubscribe(parts, token, by)),
    confirm: (token) => withUnavailableError(confirm(parts, token)),
  }
}
