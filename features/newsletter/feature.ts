import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import { takeEmptyJson } from './server/admin/desk-bodies.ts'
import { accountRoutes } from './server/admin/account-routes.ts'
import { createAccounts } from './server/admin/accounts.ts'
import { newsletterGuard } from './server/admin/newsletter-guard.ts'
import { createPasswords } from './server/admin/passwords.ts'
import { ensureFirstAdmin } from './server/first-admin.ts'
import { createRecordGathering } from './server/generate/gather-records.ts'
import { createLoginLimits } from './server/admin/login-limits.ts'
import { createSignIn } from './server/admin/sign-in.ts'
import { signInRoutes } from './server/admin/sign-in-routes.ts'
import { createLetterNeeds } from './server/needs/letter-needs.ts'
import { createArchive } from './server/archive/archive.ts'
import { archiveRoutes } from './server/archive/routes.ts'
import { createLinkAsking } from './server/issues/ask-links.ts'
import { createIssues } from './server/issues/issues.ts'
import { issueRoutes } from './server/issues/routes.ts'
import { createNewsletter } from './server/newsletter.ts'
import { createFeeds } from './server/feeds/feeds.ts'
import { feedRoutes } from './server/feeds/routes.ts'
import { createGenerator } from './server/generate/generator.ts'
import { generateRoutes } from './server/generate/routes.ts'
import { createTrigger } from './server/generate/trigger.ts'
import { lookAtLinks } from './server/issues/look-at-links.ts'
import { createPreferences } from './server/preferences/preferences.ts'
import { preferencesRoutes } from './server/preferences/routes.ts'
import { openReturns } from './server/returns.ts'
import { newsletterRoutes } from './server/routes.ts'
import { sendingRoutes } from './server/sending/desk/routes.ts'
import type { WorkTimes } from './server/sending/engine/work.ts'
import { countAudience } from './server/sending/audience/queries.ts'
import { progressOf } from './server/sending/desk/progress.ts'
import { createSending } from './server/sending/sending.ts'
import { createSubscriberDesk } from './server/subscribers/subscriber-desk.ts'
import { subscriberRoutes } from './server/subscribers/routes.ts'
import { createLetterSchedule } from './server/schedule/letter-schedule.ts'
import { openAddresses } from './server/tracking/open-addresses.ts'

/** Costs and waits that tests make smaller. */
type Tuning = {
  /** The `N` of scrypt for new passwords. */
  passwordCost?: number
  /** Holds the answer to a sign-up back for so long. */
  signUpPause?: (ms: number) => Promise<unknown>
  /** Intervals of the sending worker, in milliseconds. */
  sending?: Partial<WorkTimes>
}

/** The newsletter: who gets it, its admin, how it is sent and what comes back. */
export const newsletter = defineFeature({
  name: 'newsletter',
  create(parts: FeatureDeps, tuning: Tuning = {}) {
    const { config, database, db, outbox, clock, pageCache, collect } = parts
    const passwords = createPasswords({ cost: tuning.passwordCost })
    const gather = createRecordGathering({ sources: () => collect('newsletterRecords'), clock })
    // Asked at each use: () => Promise<CopyAddresses>, with what copies carry and their envelopes.
    const copyAddresses = openAddresses(db, config)
    const returns = openReturns(parts, { addresses: copyAddresses })
    const service = createNewsletter({
      db,
      outbox,
      clock,
      perClient: createRateLimit({ pool: database.pool, name: 'sign-up', points: 20, durationSeconds: 600 }),
      origin: config.origin,
      postalAddress: () => config.POSTAL_ADDRESS,
      doubleOptIn: () => config.NEWSLETTER_DOUBLE_OPT_IN,
      onLeft: returns.left,
      pause: tuning.signUpPause,
    })
    const preferences = createPreferences({ db, clock, newsletter: service })
    const archive = createArchive(parts)
    const links = createLinkAsking(() => config.NEWSLETTER_LOCAL_FEEDS)
    const issues = createIssues(
      parts,
      {
        progress: (ids) => progressOf(parts, ids),
        countAudience: (kind) => countAudience(db, kind),
        counts: returns.counts,
      },
      links,
    )
    const feeds = createFeeds(parts)
    const findDead = async (urls: readonly string[]) => new Set((await lookAtLinks(urls, config.origin, links)).map(({ url }) => url))
    const generator = createGenerator({ ...parts, gather, feeds, findDead })
    const sending = createSending({ ...parts, issues, addresses: copyAddresses, returns }, tuning.sending)
    const onePress = createRateLimit({ pool: database.pool, name: 'newsletter-trigger', points: 1, durationSeconds: 300 })
    const trigger = createTrigger({ db, clock, generator, issues, sending, onePress })
    const limits = createLoginLimits(database)
    const signIn = createSignIn({ db, limits, passwords, clock })
    archive.onChange(() => pageCache.clear())
    return {
      services: {
        newsletter: service,
        letterPreferences: preferences,
        letterSchedule: createLetterSchedule({ db, clock, sending }),
        letterArchive: archive,
      },
      actionItems: createLetterNeeds({ db, clock, blocks: returns.blocks, returnedMails: returns.returnedMails }),
      async hooks(app) {
        // Whatever a feature registers beneath `/api/newsletter/admin/` names the role it asks for.
        await app.register(newsletterGuard, { access: signIn, origin: config.origin, isProduction: config.isProduction })
        // A page that loads after a click on a link of an issue tells a person from a scanner.
        app.addHook('onRequest', async (request) => returns.noticeRequest(request))
      },
      ready: () => archive.connect(),
      async greeting() {
        const admin = await ensureFirstAdmin(db, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD, passwords })
        if (!admin) return []
        const password = admin.password
          ? `password ${admin.password} (made for you, shown only now; it opens the newsletter desk)`
          : 'password from ADMIN_PASSWORD'
        return [['Admin', `${admin.email}, ${password}`]]
      },
      async routes(app) {
        links.connect(app)
        await app.register(newsletterRoutes({ newsletter: service }))
        // Every call of the admin stands in here and names its role.
        await app.register(async (desk) => {
          takeEmptyJson(desk)
          await desk.register(signInRoutes({ signIn }))
          await desk.register(accountRoutes({ accounts: createAccounts({ db, passwords, clock }), limits }))
          await desk.register(subscriberRoutes({ desk: createSubscriberDesk({ db, clock }), clock }))
          await desk.register(issueRoutes({ issues }))
          await desk.register(feedRoutes({ feeds }))
          const perEditor = createRateLimit({ pool: database.pool, name: 'newsletter-generate', points: 30, durationSeconds: 600 })
          await desk.register(generateRoutes({ generator, trigger, perEditor }))
          await desk.register(sendingRoutes({ sending, db, clock }))
          await desk.register(returns.deskRoutes)
        })
        await app.register(returns.routes)
        await app.register(preferencesRoutes({ preferences }))
        await app.register(archiveRoutes({ archive }))
      },
      jobs: [
        defineJob({ name: 'newsletter.send', role: 'worker', start: sending.start, stop: sending.stop }),
        defineJob({ name: 'newsletter.count-engagement', role: 'worker', start: returns.start, stop: returns.stop }),
      ],
      close: () => archive.stop(),
      // Idle until its job is started; `now` looks once.
      sending,
      archive,
      counted: returns.written,
    }
  },
})
