import { makeBackup } from '#platform/backup/make-backup.ts'
import { settingFields } from '#platform/config.ts'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { askLink } from '#platform/outside/ask-link.ts'
import { measureFreeSpace } from '#platform/storage/free-space.ts'
import type { LinkedText } from './contract.ts'
import { createBackgroundJobs, createJobNeeds } from './server/background-jobs.ts'
import { backupRoutes } from './server/backup-routes.ts'
import { createContentDesk } from './server/content/content-desk.ts'
import { createOwnerGate } from './server/gate/gate.ts'
import { ownerGuard } from './server/gate/owner-guard.ts'
import { gateRoutes } from './server/gate/routes.ts'
import { createHealth } from './server/health/health.ts'
import { healthQuestions } from './server/health/questions.ts'
import { createLinkChecks } from './server/links/link-checks.ts'
import { createLinkNeeds } from './server/links/link-needs.ts'
import { siteLinks } from './server/links/site-links.ts'
import { createDeskLog } from './server/desk-log.ts'
import { createHeldMailNeeds } from './server/needs/held-mail-needs.ts'
import { createInbox } from './server/needs/inbox.ts'
import { createMailNeeds } from './server/needs/mail-needs.ts'
import { createStorageNeeds } from './server/needs/storage-needs.ts'
import { createLocalOutbox } from './server/outbox.ts'
import { createSettings } from './server/settings/settings.ts'

/** The owner's admin: sign-in, inbox, content, settings, health and backup. It asks all features what they have for it. */
export const owner = defineFeature({
  name: 'owner',
  create(deps: FeatureDeps) {
    const { config, configured, contentDir, database, db, storage, outbox, jobs, edits, clock, log, pageCache, collect, later } = deps
    const measure = () => measureFreeSpace(config.DATA_DIR)
    const deskLog = createDeskLog({ db, clock })
    const gate = createOwnerGate({
      database,
      outbox,
      clock,
      deskLog,
      origin: config.origin,
      ownerEmail: config.OWNER_EMAIL,
      contactEmail: () => config.SUPPORT_EMAIL,
      postalAddress: () => config.POSTAL_ADDRESS,
    })
    const editable = () => collect('editable').flat()
    const settingsText = (): LinkedText => ({
      text: settingFields.map(({ name }) => config[name]),
      where: 'Settings',
      href: '/admin/settings',
    })
    const links = () =>
      siteLinks({ origin: config.origin, editable: editable(), texts: [...collect('links').flatMap((list) => list()), settingsText()] })
    const linkChecks = createLinkChecks({ db, clock, links, ask: askLink })
    const onAir = () => later().radio.nowPlaying().now_playing?.song.title
    const ownHealth = healthQuestions({ config, database, measure, onAir, keptPages: () => pageCache.measure() })
    return {
      services: {
        owner: gate,
        deskLog,
        inbox: createInbox({ db, clock, deskLog, sources: () => collect('actionItems').flat(), log }),
        settings: createSettings({ config: configured, edits, deskLog }),
        health: { ask: () => createHealth([...ownHealth, ...collect('health')]).ask() },
        backgroundJobs: createBackgroundJobs({ db, jobs, deskLog }),
        contentDesk: createContentDesk({ edits, kinds: editable, storage, deskLog }),
        outbox: config.isProduction ? undefined : createLocalOutbox(db),
      },
      actionItems: [
        createMailNeeds({ db, outbox, clock }),
        createHeldMailNeeds({ db, outbox, clock }),
        createStorageNeeds({ measure, clock }),
        createLinkNeeds({ db, links, checks: linkChecks }),
        createJobNeeds({ db, jobs }),
      ],
      // Everything beneath `/api/owner/` is the owner's alone, whichever feature registers it.
      async hooks(app) {
        await app.register(ownerGuard, { owner: gate, origin: config.origin, isProduction: config.isProduction })
      },
      async routes(app) {
        await app.register(gateRoutes({ owner: gate }))
        const make = () => makeBackup({ database, dataDir: config.DATA_DIR, contentDir, now: clock.now() })
        await app.register(backupRoutes({ makeBackup: make, deskLog, clock }))
      },
      // The owner sends PDFs and recordings: at least three kilobytes a second, a quarter of an hour at most.
      slowBodies: [{ path: /^\/api\/owner\//, mostMs: 15 * 60_000, everyMs: 20_000, leastBytes: 64 * 1024, mostBytes: 600 * 1024 * 1024 }],
      greeting: async () => [['Owner', `${config.origin}/admin, with a code that is mailed to ${config.OWNER_EMAIL}`]],
      jobs: [
        defineJob({
          name: 'owner.check-links',
          title: 'Check links to other sites',
          role: 'worker',
          every: '1h',
          // At the first start there is enough to do.
          firstAfter: '10m',
          run: linkChecks.now,
        }),
      ],
    }
  },
})
