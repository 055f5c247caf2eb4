import { acceptEmptyJson } from '#platform/empty-json.ts'
import { defineFeature, defineJob, type FeatureDeps, type ProcessDeps } from '#platform/feature.ts'
import { deliveryRetention } from './server/retention.ts'
import { progressOf } from './server/admin/progress.ts'
import { listWithUncertain } from './server/admin/queries.ts'
import { sendingRoutes } from './server/admin/routes.ts'
import { createFeedback } from './server/feedback/feedback.ts'
import { createActionItems } from './server/schedule/action-items.ts'
import { createSending } from './server/sending/sending.ts'
import type { WorkerTimes } from './server/sending/worker.ts'
import { deliveryTraces } from './server/subscriber-traces.ts'
import { createAddressLoader } from './server/engagement/load-addresses.ts'
import { insertAuditEntry } from '#platform/admin/queries.ts'
import type { NewsletterScheduleService } from '#features/delivery/contract.ts'
import { createNewsletterTerms } from './server/newsletter-terms.ts'
import type { Sending } from './server/delivery-deps.ts'
import { countOpenDeliveries, writeSettings } from './server/queries.ts'

/** Intervals that tests shorten. */
type Tuning = {
  /** Intervals of the sending worker, in milliseconds. */
  sending?: Partial<WorkerTimes>
}

/** Feature that sends issues to their subscribers and collects engagement and feedback. */
export const delivery = defineFeature({
  name: 'delivery',
  create(deps: FeatureDeps<'issues'>, tuning: Tuning = {}) {
    const { config, db, siteKeys, clock, log, features } = deps
    // Loaded lazily, because the key is in the file storage.
    const deliveryAddresses = createAddressLoader(db, siteKeys, config)
    const terms = createNewsletterTerms(deps)
    const feedback = createFeedback(deps, { addresses: deliveryAddresses })
    const sending = createSending(
      { ...deps, issues: features.issues, addresses: deliveryAddresses, feedback },
      tuning.sending,
    )
    return {
      services: {
        newsletterSchedule: createNewsletterSchedule({ db, clock, sending }),
        newsletterTerms: terms,
        issueDelivery: {
          schedule: sending.schedule,
          progress: (ids) => progressOf(deps, ids),
          listUncertain: (ids) => listWithUncertain(db, ids),
          countAudience: sending.countAudience,
          counts: feedback.counts,
        },
      },
      actionItems: createActionItems({ db, clock, blocks: feedback.blocks, returnedMails: feedback.returnedMails }),
      subscriberRecords: { ...deliveryTraces, onUnsubscribe: feedback.left },
      async measurements() {
        const help = 'Unsettled newsletter deliveries across all processes, by state.'
        const counts = await countOpenDeliveries(db)
        return [
          {
            name: 'newsletter_deliveries',
            help,
            samples: Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
          },
        ]
      },
      async hooks(app) {
        // A page load after a click distinguishes a person from a scanner.
        app.addHook('onRequest', async (request) => feedback.observeRequest(request))
      },
      async routes(app) {
        await app.register(async (admin) => {
          acceptEmptyJson(admin)
          await admin.register(sendingRoutes({ sending, db, clock, terms }))
          await admin.register(feedback.adminRoutes)
        })
        await app.register(feedback.routes)
      },
      retention: deliveryRetention,
      jobs: [
        defineJob({ name: 'delivery.send', role: 'worker', start: sending.start, stop: sending.stop }),
        defineJob({
          name: 'delivery.settle-counts',
          title: 'Update newsletter engagement totals',
          role: 'worker',
          every: '2m',
          run: feedback.settleCounts,
        }),
      ],
      async ready() {
        await terms.connect()
        // Moves a key that an earlier version left in the database.
        await deliveryAddresses().catch((err: unknown) => log.warn({ err }, 'signing key not available yet; retrying'))
      },
      async close() {
        await terms.stop()
        await feedback.stop()
      },
      // Idle until its job is started; `now` runs one round.
      sending,
      counted: feedback.written,
    }
  },
})

/** Creates the owner's view of the schedule, which has the same effect as the settings of the newsletter admin. */
function createNewsletterSchedule({
  db,
  clock,
  sending,
}: Pick<ProcessDeps, 'db' | 'clock'> & { sending: Pick<Sending, 'view'> }): NewsletterScheduleService {
  const set = (actor: string, isPaused: boolean, pausedReason: string) =>
    db.transaction(async (tx) => {
      await writeSettings(tx, { isPaused, pausedReason })
      await insertAuditEntry(tx, {
        actor,
        action: isPaused ? 'settings.hold' : 'settings.resume',
        subject: 'newsletter:settings',
        detail: pausedReason,
        at: clock.now(),
      })
    })
  return {
    view: () => sending.view('owner'),
    pause: (actor) => set(actor, true, `It was paused by ${actor}.`),
    resume: (actor) => set(actor, false, ''),
  }
}
