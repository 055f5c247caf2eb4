import { makeBackup } from '#platform/backup/make-backup.ts'
import { settingFields } from '#platform/config.ts'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { checkLink } from '#platform/http-client/check-link.ts'
import {
  measureFreeSpace,
  type FreeSpace,
  isAlmostFull,
  isNearlyFull,
  formatBytes,
} from '#platform/storage/free-space.ts'
import type { LinkedText, OutboxService, AuditLog, ActionItemSource } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { createBackgroundJobs, createJobItems } from './server/background-jobs.ts'
import { backupRoutes } from './server/backup-routes.ts'
import { createContentAdmin } from './server/content/content-admin.ts'
import { createOwnerSignIn } from './server/sign-in/sign-in.ts'
import { ownerGuard } from './server/sign-in/owner-guard.ts'
import { gateRoutes } from './server/sign-in/routes.ts'
import { createHealth } from './server/health/health.ts'
import { createHealthChecks } from './server/health/checks.ts'
import { createLinkChecks } from './server/links/link-checks.ts'
import { createLinkItems } from './server/links/link-items.ts'
import { siteLinks } from './server/links/site-links.ts'
import { createPausedMailItems } from './server/inbox/paused-mail-items.ts'
import { createInbox } from './server/inbox/inbox.ts'
import { createFailedMailItems } from './server/inbox/failed-mail-items.ts'
import { createSettings } from './server/settings.ts'
import type { Database } from '#platform/database/open-database.ts'
import { listMails } from '#platform/mailer/queries.ts'
import { insertAuditEntry, listAuditEntries } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import { cutText } from '#shared/cut-text.ts'
import { AppError } from '#shared/errors.ts'

const longestDetail = 1000

/** Writes and reads the one log of the admin, in which editors' acts stand as well. Nothing is ever changed in it. */
function createAuditLog({ db, clock }: { db: Database['db']; clock: Clock }): AuditLog {
  return {
    record: ({ actor, action, subject, detail = '' }) =>
      insertAuditEntry(db, { actor, action, subject, detail: cutText(detail, longestDetail), at: clock.now() }),
    async list(subject) {
      const rows = await listAuditEntries(db, subject, 200)
      return rows.map(({ actor, action, subject: of, detail, at }) => ({
        actor,
        action,
        subject: of,
        detail,
        at: at.toISOString(),
      }))
    },
  }
}

/**
 * The owner's admin: sign-in, inbox, content, settings, health and backup. It asks all features what they have for it.
 */
export const owner = defineFeature({
  name: 'owner',
  messages: { en, es },
  create(deps: FeatureDeps) {
    const {
      config,
      environmentConfig: configured,
      contentDir,
      database,
      db,
      storage,
      outbox,
      jobs,
      edits,
      clock,
      log,
      pageCache,
      collect,
      allServices,
    } = deps
    const measure = () => measureFreeSpace(config.DATA_DIR)
    const auditLog = createAuditLog({ db, clock })
    const gate = createOwnerSignIn({
      database,
      outbox,
      clock,
      auditLog,
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
      siteLinks({
        origin: config.origin,
        editable: editable(),
        texts: [...collect('links').flatMap((list) => list()), settingsText()],
      })
    const linkChecks = createLinkChecks({ db, clock, links, ask: checkLink })
    const onAir = () => allServices().radio.nowPlaying().now_playing?.song.title
    const ownHealth = createHealthChecks({ config, database, measure, onAir, keptPages: () => pageCache.measure() })
    return {
      services: {
        owner: gate,
        auditLog,
        inbox: createInbox({ db, clock, auditLog, sources: () => collect('actionItems').flat(), log }),
        settings: createSettings({ config: configured, edits, auditLog }),
        health: { check: () => createHealth([...ownHealth, ...collect('health')]).check() },
        backgroundJobs: createBackgroundJobs({ db, jobs, auditLog }),
        contentAdmin: createContentAdmin({ edits, kinds: editable, storage, auditLog }),
        outbox: config.isProduction ? undefined : createLocalOutbox(db),
      },
      actionItems: [
        createFailedMailItems({ db, outbox, clock }),
        createPausedMailItems({ db, outbox, clock }),
        createStorageItems({ measure, clock }),
        createLinkItems({ db, links, checks: linkChecks }),
        createJobItems({ db, jobs }),
      ],
      // Everything beneath `/api/owner/` is the owner's alone, whichever feature registers it.
      async hooks(app) {
        await app.register(ownerGuard, { owner: gate, origin: config.origin, isProduction: config.isProduction })
      },
      async routes(app) {
        await app.register(gateRoutes({ owner: gate }))
        const make = () => makeBackup({ database, dataDir: config.DATA_DIR, contentDir, now: clock.now() })
        await app.register(backupRoutes({ makeBackup: make, auditLog, clock }))
      },
      // The owner sends PDFs and recordings: at least three kilobytes a second, a quarter of an hour at most.
      slowUploads: [
        {
          path: /^\/api\/owner\//,
          maxMs: 15 * 60_000,
          everyMs: 20_000,
          minBytes: 64 * 1024,
          maxBytes: 600 * 1024 * 1024,
        },
      ],
      startupLines: async () => [['Owner', `${config.origin}/admin (sign-in code is sent to ${config.OWNER_EMAIL})`]],
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

/** The newest hundred mails, for the page that exists outside production only. */
function createLocalOutbox(db: Database['db']): OutboxService {
  return {
    async list() {
      const mails = await listMails(db, 100)
      return mails.map(({ id, mail, state, createdAt }) => ({
        id,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        state,
        createdAt: createdAt.toISOString(),
        unsubscribeUrl: mail.unsubscribeUrl,
      }))
    },
  }
}

/** A disk that is nearly full. There is no safe act: what may be thrown away only the owner knows. */
function createStorageItems({ measure, clock }: { measure: () => Promise<FreeSpace>; clock: Clock }): ActionItemSource {
  const none = async () => {
    throw new AppError('conflict', 'This action item has no action.')
  }
  return {
    kinds: ['storage'],
    async list() {
      const space = await measure()
      if (!isNearlyFull(space)) return []
      return [
        {
          key: 'storage:data',
          severity: isAlmostFull(space) ? 'promise' : 'upkeep',
          title: isAlmostFull(space) ? 'The disk is full' : 'The disk is almost full',
          // In whole gigabytes, so that what was put aside does not come back at every byte.
          detail: `Less than ${formatBytes(Math.ceil(space.freeBytes / 1024 ** 3) * 1024 ** 3)} of ${formatBytes(space.totalBytes)} is free on the data disk. Uploads fail when it is full: free some space or move DATA_DIR to a larger disk.`,
          since: clock.now().toISOString(),
          href: '/admin/settings#health',
        },
      ]
    },
    runAction: none,
    undo: none,
  }
}
