import type { Executor } from '#platform/database/open-database.ts'
import { takeEmptyJson } from '#platform/empty-json.ts'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import type { SubscriberTraces } from './contract.ts'
import { subscriberRoutes } from './server/desk/routes.ts'
import { createSubscriberDesk } from './server/desk/subscriber-desk.ts'
import { createPreferences } from './server/preferences.ts'
import { subscriptionRoutes } from './server/routes.ts'
import { createSubscribers } from './server/subscribers.ts'

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** What else is kept about the people on the list. */
    subscriberTraces: SubscriberTraces<Executor>
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
    const traces = () => collect('subscriberTraces')
    const service = createSubscribers({
      db,
      outbox,
      clock,
      perClient: createRateLimit({ pool: database.pool, name: 'sign-up', points: 20, durationSeconds: 600 }),
      origin: config.origin,
      postalAddress: () => config.POSTAL_ADDRESS,
      doubleOptIn: () => config.NEWSLETTER_DOUBLE_OPT_IN,
      async onLeft(tx, leaving) {
        for (const { left } of traces()) await left(tx, leaving)
      },
      pause: tuning.signUpPause,
    })
    const preferences = createPreferences({ db, clock, subscribers: service, traces })
    return {
      services: { subscribers: service, letterPreferences: preferences },
      async routes(app) {
        await app.register(subscriptionRoutes({ subscribers: service, preferences }))
        await app.register(async (desk) => {
          takeEmptyJson(desk)
          await desk.register(subscriberRoutes({ desk: createSubscriberDesk({ db, clock, traces }), clock }))
        })
      },
    }
  },
})
