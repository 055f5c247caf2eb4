import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { createRateLimit } from '#platform/rate-limit.ts'
import type { LetterScheduleService, NewsletterService, PreferencesService } from '#features/newsletter/contract.ts'
import { takeEmptyJson } from '#features/newsletter/server/admin/desk-bodies.ts'
import { accountRoutes } from '#features/newsletter/server/admin/account-routes.ts'
import { createAccounts } from '#features/newsletter/server/admin/accounts.ts'
import type { DeskAccess } from '#features/newsletter/server/admin/editor.ts'
import type { Passwords } from '#features/newsletter/server/admin/passwords.ts'
import { createLoginLimits } from '#features/newsletter/server/admin/login-limits.ts'
import { createSignIn } from '#features/newsletter/server/admin/sign-in.ts'
import { signInRoutes } from '#features/newsletter/server/admin/sign-in-routes.ts'
import { createLetterNeeds } from '#features/newsletter/server/needs/letter-needs.ts'
import type { NeedSource } from '#features/owner/contract.ts'
import { type Archive, createArchive } from '#features/newsletter/server/archive/archive.ts'
import { archiveRoutes } from '#features/newsletter/server/archive/routes.ts'
import { createLinkAsking } from '#features/newsletter/server/issues/ask-links.ts'
import { createIssues } from '#features/newsletter/server/issues/issues.ts'
import { issueRoutes } from '#features/newsletter/server/issues/routes.ts'
import { createNewsletter } from '#features/newsletter/server/newsletter.ts'
import { createFeeds } from '#features/newsletter/server/feeds/feeds.ts'
import { feedRoutes } from '#features/newsletter/server/feeds/routes.ts'
import { createGenerator } from '#features/newsletter/server/generate/generator.ts'
import { generateRoutes } from '#features/newsletter/server/generate/routes.ts'
import { createTrigger } from '#features/newsletter/server/generate/trigger.ts'
import { lookAtLinks } from '#features/newsletter/server/issues/look-at-links.ts'
import type { NewsletterParts, Sending, SiteRecord } from '#features/newsletter/server/newsletter-parts.ts'
import { createPreferences } from '#features/newsletter/server/preferences/preferences.ts'
import { preferencesRoutes } from '#features/newsletter/server/preferences/routes.ts'
import { openReturns } from '#features/newsletter/server/returns.ts'
import { newsletterRoutes } from '#features/newsletter/server/routes.ts'
import { sendingRoutes } from '#features/newsletter/server/sending/desk/routes.ts'
import type { WorkTimes } from '#features/newsletter/server/sending/engine/work.ts'
import { createSending } from '#features/newsletter/server/sending/sending.ts'
import { createSubscriberDesk } from '#features/newsletter/server/subscribers/subscriber-desk.ts'
import { subscriberRoutes } from '#features/newsletter/server/subscribers/routes.ts'
import { createLetterSchedule } from '#features/newsletter/server/schedule/letter-schedule.ts'
import { openAddresses } from '#features/newsletter/server/tracking/open-addresses.ts'

/** The letter: who gets it, its desk, its way out and what comes back. */
export type Newsletter = {
  service: NewsletterService
  preferences: PreferencesService
  /** What of the letter waits for the owner. */
  needs: NeedSource
  /** For the owner's Settings. */
  schedule: LetterScheduleService
  /** What was sent; knows nothing until it is connected, and follows from then on. */
  archive: Archive
  routes: FastifyPluginAsync
  /** Told of every request of the site; see tracking/page-visits.ts. */
  noticeRequest(request: FastifyRequest): void
  /** Who is at the desk; the guard before its calls asks. */
  access: DeskAccess
  /** Idle until it is started; `now` looks once. */
  sending: Sending
  /** Every open and click that came in so far is counted. */
  counted(): Promise<void>
  /** Begins to send what is due. */
  start(): void
  stop(): Promise<void>
}

/** @param gather What happened on the site since a moment; see newsletter-material.ts. */
export function openNewsletter({
  gather,
  passwords,
  sendingTimes,
  signUpPause,
  ...parts
}: NewsletterParts & {
  gather: (since: Date) => Promise<SiteRecord[]>
  passwords: Passwords
  sendingTimes?: Partial<WorkTimes> | undefined
  signUpPause?: ((ms: number) => Promise<unknown>) | undefined
}): Newsletter {
  const { config, database, db, outbox, clock } = parts
  // Asked at each use: () => Promise<CopyAddresses>, with what copies carry and their envelopes.
  const copyAddresses = openAddresses(db, config)
  const service = createNewsletter({
    db,
    outbox,
    clock,
    perClient: createRateLimit({ pool: database.pool, name: 'sign-up', points: 20, durationSeconds: 600 }),
    origin: config.origin,
    postalAddress: () => config.POSTAL_ADDRESS,
    doubleOptIn: () => config.NEWSLETTER_DOUBLE_OPT_IN,
    onLeft: (tx, leaving) => returns.left(tx, leaving),
    pause: signUpPause,
  })
  const preferences = createPreferences({ db, clock, newsletter: service })
  const archive = createArchive(parts)
  const links = createLinkAsking(() => config.NEWSLETTER_LOCAL_FEEDS)
  const returns = openReturns(parts, { addresses: copyAddresses })
  const issues = createIssues(
    parts,
    {
      progress: (ids) => sending.progress(ids),
      countAudience: (kind) => sending.countAudience(kind),
      counts: returns.counts,
    },
    links,
  )
  const feeds = createFeeds(parts)
  const findDead = async (urls: readonly string[]) => new Set((await lookAtLinks(urls, config.origin, links)).map(({ url }) => url))
  const generator = createGenerator({ ...parts, gather, feeds, findDead })
  const sending = createSending({ ...parts, issues, addresses: copyAddresses, returns }, sendingTimes)
  const onePress = createRateLimit({ pool: database.pool, name: 'newsletter-trigger', points: 1, durationSeconds: 300 })
  const trigger = createTrigger({ db, clock, generator, issues, sending, onePress })
  const limits = createLoginLimits(database)
  const signIn = createSignIn({ db, limits, passwords, clock })
  return {
    service,
    access: signIn,
    preferences,
    needs: createLetterNeeds({ db, clock, blocks: returns.blocks, returnedMails: returns.returnedMails }),
    schedule: createLetterSchedule({ db, clock, sending }),
    archive,
    sending,
    counted: returns.written,
    noticeRequest: returns.noticeRequest,
    async routes(app) {
      links.connect(app)
      await app.register(newsletterRoutes({ newsletter: service }))
      // Every call of the desk stands in here and names its role; see server/plugins/newsletter-guard.ts.
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
    start() {
      sending.start()
      returns.start()
    },
    async stop() {
      await sending.stop()
      await returns.stop()
      archive.stop()
    },
  }
}
