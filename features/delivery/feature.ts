import { takeEmptyJson } from '#platform/empty-json.ts'
import { defineFeature, defineJob, type FeatureDeps, type ProcessDeps } from '#platform/feature.ts'
import { progressOf } from './server/desk/progress.ts'
import { listWithUncertain } from './server/desk/queries.ts'
import { sendingRoutes } from './server/desk/routes.ts'
import { openReturns } from './server/returns/returns.ts'
import { createLetterNeeds } from './server/schedule/letter-needs.ts'
import { createSending } from './server/sending/sending.ts'
import type { WorkTimes } from './server/sending/work.ts'
import { copyTraces } from './server/subscriber-traces.ts'
import { openAddresses } from './server/tracking/open-addresses.ts'
import { insertAuditLine } from '#platform/admin/queries.ts'
import type { NewsletterScheduleService } from '#features/delivery/contract.ts'
import type { Sending } from './server/delivery-parts.ts'
import { writeSettings } from './server/queries.ts'

/** Waits that tests make smaller. */
type Tuning = {
  /** Intervals of the sending worker, in milliseconds. */
  sending?: Partial<WorkTimes>
}

/** From a written issue to every inbox, and what comes back. */
export const delivery = defineFeature({
  name: 'delivery',
  create(parts: FeatureDeps<'issues'>, tuning: Tuning = {}) {
    const { config, db, clock, features } = parts
    // Asked at each use: () => Promise<CopyAddresses>, with what copies carry and their envelopes.
    const copyAddresses = openAddresses(db, config)
    const returns = openReturns(parts, { addresses: copyAddresses })
    const sending = createSending(
      { ...parts, issues: features.issues, addresses: copyAddresses, returns },
      tuning.sending,
    )
    return {
      services: {
        newsletterSchedule: createLetterSchedule({ db, clock, sending }),
        issueDelivery: {
          schedule: sending.schedule,
          progress: (ids) => progressOf(parts, ids),
          listUncertain: (ids) => listWithUncertain(db, ids),
          countAudience: sending.countAudience,
          counts: returns.counts,
        },
      },
      actionItems: createLetterNeeds({ db, clock, blocks: returns.blocks, returnedMails: returns.returnedMails }),
      subscriberTraces: { ...copyTraces, left: returns.left },
      async hooks(app) {
        // A page that loads after a click on a link of an issue tells a person from a scanner.
        app.addHook('onRequest', async (request) => returns.noticeRequest(request))
      },
      async routes(app) {
        await app.register(async (desk) => {
          takeEmptyJson(desk)
          await desk.register(sendingRoutes({ sending, db, clock }))
          await desk.register(returns.deskRoutes)
        })
        await app.register(returns.routes)
      },
      jobs: [
        defineJob({ name: 'delivery.send', role: 'worker', start: sending.start, stop: sending.stop }),
        defineJob({
          name: 'delivery.settle-counts',
          title: 'Update newsletter engagement totals',
          role: 'worker',
          every: '2m',
          run: returns.settleCounts,
        }),
      ],
      close: () => returns.stop(),
      // Idle until its job is started; `now` looks once.
      sending,
      counted: returns.written,
    }
  },
})

/** The schedule as the owner sees and stops it; the newsletter desk does the same by its settings. */
function createLetterSchedule({
  db,
  clock,
  sending,
}: Pick<ProcessDeps, 'db' | 'clock'> & { sending: Pick<Sending, 'view'> }): NewsletterScheduleService {
  const set = (actor: string, isHeld: boolean, heldReason: string) =>
    db.transaction(async (tx) => {
      await writeSettings(tx, { isHeld, heldReason })
      await insertAuditLine(tx, {
        actor,
        act: isHeld ? 'settings.hold' : 'settings.resume',
        subject: 'newsletter:settings',
        detail: heldReason,
        at: clock.now(),
      })
    })
  return {
    view: () => sending.view(),
    hold: (actor) => set(actor, true, `Paused by ${actor}.`),
    resume: (actor) => set(actor, false, ''),
  }
}
